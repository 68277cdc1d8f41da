import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestOf } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newReceiptKey } from '../../serve/receipts/key-file.js'
import { createReceiptSigner } from '../../serve/receipts/signer.js'
import { runProgram } from '../program.js'
import { fakeWorld } from '../testing/fake-world.js'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const KEY = newReceiptKey(NOW)
const REPORT = { report: 'assay/1', decision: 'allow', subject: { host: 'x' } }

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function receiptAt(now: number, issuer = 'https://assay.example') {
  const { jws } = await createReceiptSigner({
    keys: { signing: () => KEY, published: () => [] },
    issuer,
    now: () => now,
    randomBytes: (count) => new Uint8Array(count),
  }).sign({
    surface: 'preflight',
    aud: 'me',
    decision: 'allow',
    subject: { resource: 'GET https://a.example/x' },
    terms: null,
    payment_terms_sha256: null,
    report_sha256: digestOf(REPORT),
    rulebooks: {},
  })
  return jws
}

function folder(files: Readonly<Record<string, unknown>> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'assay-verify-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const all = { 'jwks.json': { keys: [KEY.jwk] }, ...files }
  for (const [name, content] of Object.entries(all))
    writeFileSync(
      join(path, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
  return (name: string) => join(path, name)
}

async function verify(args: readonly string[], stdin = '') {
  const world = fakeWorld(stdin)
  const exit = await runProgram(['verify', ...args], world)
  return { exit, out: world.out(), err: world.err() }
}

describe('assay verify', () => {
  test('default: offline, by a saved key set', async () => {
    const at = folder()
    const jws = await receiptAt(NOW)
    const { exit, out } = await verify([
      jws,
      '--jwks',
      at('jwks.json'),
      '--audience',
      'me',
    ])
    expect(out).toBe(
      [
        'VALID  allow  GET https://a.example/x',
        '  issuer https://assay.example, for me',
        '  issued 2026-11-30T12:00:00.000Z, expires 2026-11-30T12:05:00.000Z',
        `  report: not compared (sha256 ${digestOf(REPORT)})`,
        '  terms: none were approved',
        '',
      ].join('\n'),
    )
    expect(exit).toBe(0)
  })

  test('behavior: a whole answer is read, its report is compared', async () => {
    const receipt = await receiptAt(NOW)
    const at = folder({
      'good.json': { ...REPORT, receipt },
      'bad.json': { ...REPORT, subject: { host: 'y' }, receipt },
      'beside.json': { report: REPORT, receipt },
      'stored.json': { id: 'x', jws: receipt, summary: {} },
      'receipt.txt': `${receipt}\n`,
      'report.json': REPORT,
    })
    const of = (name: string, ...more: string[]) =>
      verify([at(name), '--jwks', at('jwks.json'), ...more])
    expect((await of('good.json')).out).toContain(
      'it is the one that was signed',
    )
    expect((await of('beside.json')).out).toContain('it is the one')
    expect((await of('stored.json')).out).toContain('not compared')
    expect(
      (await of('receipt.txt', '--report', at('report.json'))).out,
    ).toContain('it is the one')
    expect(await of('bad.json')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('REFUSED  it signs another report'),
    })
  })

  test('behavior: from standard input, as JSON', async () => {
    const at = folder()
    const jws = await receiptAt(NOW)
    const given = await verify(['-', '--jwks', at('jwks.json'), '--json'], jws)
    expect(JSON.parse(given.out)).toMatchObject({
      valid: true,
      claims: { aud: 'me', jti: '00'.repeat(16) },
    })
    const altered = `${jws.slice(0, -3)}AAA`
    const other = await verify(
      ['-', '--jwks', at('jwks.json'), '--json'],
      altered,
    )
    expect(JSON.parse(other.out)).toEqual({
      valid: false,
      refused_because: 'the signature is wrong',
    })
    expect(other.exit).toBe(1)
  })

  test.each<
    [string, (jws: string) => string | Promise<string>, string[], string]
  >([
    ['alg none', unsigned, [], 'not a receipt signed with EdDSA'],
    ['HMAC with the public key', hmac, [], 'not a receipt signed with EdDSA'],
    ['HMAC under alg EdDSA', hmacAsEdDsa, [], 'the signature is wrong'],
    ['another type', otherType, [], 'not a receipt signed with EdDSA'],
    ['another key', otherKey, [], 'signed by an unknown key'],
    ['expired', () => receiptAt(NOW - 331_000), [], 'expired'],
    ['future', () => receiptAt(NOW + 31_000), [], 'from the future'],
    ['audience', (jws) => jws, ['--audience', 'you'], 'for another audience'],
    [
      'issuer',
      (jws) => jws,
      ['--issuer', 'https://b.example'],
      'of another issuer',
    ],
  ])('behavior: refused, exit 1: %s', async (_, forge, flags, why) => {
    const at = folder()
    const jws = await forge(await receiptAt(NOW))
    const { exit, out } = await verify([
      jws,
      '--jwks',
      at('jwks.json'),
      ...flags,
    ])
    expect(out).toMatch(`REFUSED  ${why}\n  it claims issued`)
    expect(exit).toBe(1)
  })

  test.each([
    ['nothing.txt', 'no such file', 65],
    ['a.b', 'no such file', 65],
    ['empty.json', 'holds no receipt', 65],
    ['text.txt', 'holds no receipt', 65],
    ['e30.bm90IGpzb24.AAAA', 'holds no receipt', 65],
  ])('behavior: %s: %s', async (name, message, code) => {
    const at = folder({ 'empty.json': {}, 'text.txt': 'hello' })
    const argument = name.startsWith('e30') ? name : at(name)
    const { exit, err } = await verify([argument, '--jwks', at('jwks.json')])
    expect(err).toContain(message)
    expect(exit).toBe(code)
  })

  test('behavior: keys that cannot be had', async () => {
    const at = folder({ 'none.json': { no: 'keys' }, 'broken.json': '{' })
    const jws = await receiptAt(NOW)
    const exits = await Promise.all(
      [['--jwks', at('none.json')], ['--jwks', at('broken.json')], []].map(
        async (flags) => (await verify([jws, ...flags])).exit,
      ),
    )
    expect(exits).toEqual([65, 65, 69])
    const plain = await verify([await receiptAt(NOW, 'http://assay.example')])
    expect(plain.exit).toBe(64)
    expect(plain.err).toContain('is not https')
    const nameless = await verify([await receiptAt(NOW, 'assay')])
    expect(nameless.err).toContain('names no issuer by URL')
  })

  test('behavior: keys by URL, also of the own machine when it is named', async () => {
    const url = await serveKeys()
    const jws = await receiptAt(NOW, url)
    const set = `${url}/.well-known/jwks.json`
    expect((await verify([jws, '--jwks', set])).exit).toBe(0)
    expect((await verify([jws, '--allow-host', new URL(url).host])).exit).toBe(
      0,
    )
    expect((await verify([jws, '--jwks', `${url}/nowhere`])).exit).toBe(69)
    expect((await verify([jws])).exit).toBe(64)
  })
})

describe('assay keys rotate', () => {
  test('default: a new key in the folder', async () => {
    const at = folder()
    const world = fakeWorld('', { env: { ASSAY_KEYS: at('keys') } })
    expect(await runProgram(['keys', 'rotate'], world)).toBe(0)
    expect(world.out()).toContain('signs from 2026-11-30T12:02:00.000Z')
    expect(readdirSync(at('keys'))).toHaveLength(1)
    const bad = fakeWorld('', { env: { ASSAY_KEYS: at('jwks.json') } })
    expect(await runProgram(['keys', 'rotate'], bad)).toBe(69)
    expect(bad.err()).toContain('cannot be used for keys')
  })
})

function parts(jws: string): [string, string] {
  const [head = '', body = ''] = jws.split('.')
  return [head, body]
}

function unsigned(jws: string): string {
  return `${base64url({ alg: 'none', typ: 'assay-receipt+jws' })}.${parts(jws)[1]}.`
}

function hmacOf(text: string): string {
  return createHmac('sha256', Buffer.from(KEY.jwk.x, 'base64url'))
    .update(text)
    .digest('base64url')
}

function hmac(jws: string): string {
  const head = { alg: 'HS256', typ: 'assay-receipt+jws', kid: KEY.jwk.kid }
  const text = `${base64url(head)}.${parts(jws)[1]}`
  return `${text}.${hmacOf(text)}`
}

function hmacAsEdDsa(jws: string): string {
  const text = parts(jws).join('.')
  return `${text}.${hmacOf(text)}`
}

function otherType(jws: string): string {
  const head = { alg: 'EdDSA', typ: 'JWT', kid: KEY.jwk.kid }
  return `${base64url(head)}.${jws.split('.').slice(1).join('.')}`
}

async function otherKey(): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const jwk = { ...KEY.jwk, kid: 'mine' }
  const { jws } = await createReceiptSigner({
    keys: {
      signing: () => ({ createdAt: NOW, jwk, privateKey }),
      published: () => [],
    },
    issuer: 'https://assay.example',
    now: () => NOW,
    randomBytes: (count) => new Uint8Array(count),
  }).sign({
    surface: 'preflight',
    decision: 'allow',
    subject: null,
    terms: null,
    payment_terms_sha256: null,
    report_sha256: '',
    rulebooks: {},
  })
  return jws
}

async function serveKeys(): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/.well-known/jwks.json' ? 200 : 404
    response.end(JSON.stringify({ keys: [KEY.jwk] }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
