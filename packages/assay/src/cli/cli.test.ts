import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox/marketplace.js'
import { startSandbox } from '../sandbox/sandbox.js'
import { runProgram } from './program.js'
import { type FakeWorld, fakeWorld } from './testing/fake-world.js'

let sandbox: Sandbox
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'))
  sandbox = await startSandbox({
    clock: () => Date.parse('2026-11-30T12:00:00Z'),
  })
})

afterAll(async () => {
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})

async function assay(args: string[], world: FakeWorld = fakeWorld()) {
  const exitCode = await runProgram(args, world)
  return { exitCode, out: world.out(), err: world.err() }
}

function seller(id: string) {
  const found = sandbox.sellers.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no seller ${id}`)
  return { url: found.url, host: new URL(found.url).host, ...found.listing }
}

function checkArgs(id: string, ...more: string[]): string[] {
  const { url, host, price_usd, pay_to } = seller(id)
  return [
    'check',
    url,
    '--allow-host',
    host,
    '--price',
    price_usd,
    '--pay-to',
    pay_to,
    ...more,
  ]
}

describe('assay judge', () => {
  const line = JSON.stringify({
    now: '2026-11-30T12:00:00Z',
    probe: { outcome: 'timeout' },
  })

  test('default: one input, one output', async () => {
    const { exitCode, out } = await assay(['judge', 'terms'], fakeWorld(line))
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      rulebook: 'terms',
      verdict: 'recheck',
      reason_code: 'timeout',
    })
  })

  test('behavior: --jsonl answers every line, in order, bad ones too', async () => {
    const { exitCode, out } = await assay(
      ['judge', 'terms', '--jsonl'],
      fakeWorld(`${line}\nnot json\r\n\n{"now":5}\n${line}`),
    )
    const answers = out
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(exitCode).toBe(65)
    expect(answers).toHaveLength(5)
    expect(answers[0].verdict).toBe('recheck')
    expect(answers[1].error).toMatchObject({ code: 'invalid_input', path: '' })
    expect(answers[2].error).toMatchObject({ code: 'invalid_input', path: '' })
    expect(answers[3].error).toMatchObject({
      code: 'invalid_input',
      path: 'now',
    })
    expect(answers[4]).toEqual(answers[0])
  })

  test('behavior: more than one write, and all of it', async () => {
    const { out, exitCode } = await assay(
      ['judge', 'terms', '--jsonl'],
      fakeWorld(`${line}\n`.repeat(500)),
    )
    expect(exitCode).toBe(0)
    expect(out.split('\n')).toHaveLength(501)
  })

  test.each([
    'terms-reputation',
    'merchant',
    'endpoint-health',
    'counterparty',
    'destination',
  ])('behavior: %s answers with its own name or an error', async (id) => {
    const input = JSON.stringify({
      now: '2026-11-30T12:00:00Z',
      host: 'https://a.example',
      wallet: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      url: 'https://a.example/x',
      subject: 'https://a.example/x',
      target: 'a.example',
    })
    const { out } = await assay(['judge', id], fakeWorld(input))
    expect(JSON.parse(out)).toMatchObject({ rulebook: id })
  })

  test('behavior: an unknown rulebook names the known ones', async () => {
    const { exitCode, err } = await assay(['judge', 'nothing'])
    expect(exitCode).toBe(64)
    expect(err).toContain('one of: terms, terms-reputation, merchant')
  })

  test('behavior: a file that is not there, or not JSON', async () => {
    const missing = await assay(['judge', 'terms', join(folder, 'none.json')])
    expect(missing).toMatchObject({ exitCode: 65, out: '' })
    expect(missing.err).toContain('no such file')
    const file = join(folder, 'broken.json')
    await writeFile(file, '{')
    const broken = await assay(['judge', 'terms', file])
    expect(broken.exitCode).toBe(65)
    expect(broken.err).toContain('is not JSON')
  })
})

describe('assay check', () => {
  test('default: allows the honest seller, decision first', async () => {
    const { exitCode, out } = await assay(checkArgs('honest'))
    expect(exitCode).toBe(0)
    expect(out.split('\n')[0]).toBe(`ALLOW  GET ${seller('honest').url}`)
    expect(out).toContain('payment_terms_sha256')
  })

  test.each<[string, number, string]>([
    ['overpriced', 1, 'price_mismatch'],
    ['wrong-wallet', 1, 'pay_to_mismatch'],
    ['cut-header', 1, 'bad_challenge'],
    ['no-paywall', 1, 'no_paywall'],
    ['server-error', 2, 'server_error'],
    ['honest-v1', 0, 'price_ok'],
  ])('behavior: %s ends with %i, %s', async (id, code, reason) => {
    const { exitCode, out } = await assay(checkArgs(id, '--json'))
    expect(exitCode).toBe(code)
    expect(JSON.parse(out).rulebooks.terms.reason_code).toBe(reason)
  })

  test('behavior: a private address is refused unless it is allowed', async () => {
    const { url } = seller('honest')
    const { exitCode, out } = await assay(['check', url, '--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(out).rulebooks).toMatchObject({
      terms: { verdict: 'skip', reason_code: 'ssrf_blocked' },
      destination: { verdict: 'block' },
    })
    expect(sandbox.requests('honest').count).toBeGreaterThan(0)
  })

  test('behavior: a bundle replays identically, a tampered one does not', async () => {
    const file = join(folder, 'bundle.json')
    await assay(checkArgs('honest', '--bundle', file))
    expect(await assay(['replay', file])).toMatchObject({
      exitCode: 0,
      out: 'identical\n',
    })
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll('"10000"', '"10001"'))
    const tampered = await assay(['replay', file])
    expect(tampered.exitCode).toBe(1)
    expect(tampered.out).toContain('different')
    const edited = JSON.parse(text)
    edited.rulebook_inputs.terms.probe.headers['x-free-trial'] = '1'
    await writeFile(file, JSON.stringify(edited))
    const unseen = await assay(['replay', file])
    expect(unseen.exitCode).toBe(1)
    expect(unseen.out).toContain('rulebook_inputs.terms.probe (evidence)')
    const bare = JSON.parse(text)
    bare.evidence = []
    bare.report.evidence = []
    await writeFile(file, JSON.stringify(bare))
    expect((await assay(['replay', file])).exitCode).toBe(1)
    const older = JSON.parse(text)
    older.report.software.version = '0.0.1'
    await writeFile(file, JSON.stringify(older))
    expect((await assay(['replay', file])).out).toContain(
      'made with another version: "0.0.1"',
    )
    await writeFile(file, '{"a":1}')
    expect((await assay(['replay', file])).exitCode).toBe(65)
  })

  test('behavior: a batch keeps its order and ends with its worst', async () => {
    const ids = ['honest', 'overpriced', 'server-error']
    const hosts = ids.flatMap((id) => ['--allow-host', seller(id).host])
    const list = `# sellers\n${ids.map((id) => seller(id).url).join('\n')}\nftp://x\n`
    const { exitCode, out } = await assay(
      ['check', '-', '--json', '--price', '0.01', ...hosts],
      fakeWorld(list),
    )
    const lines = out
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(lines.map((one) => one.decision ?? one.error.code)).toEqual([
      'allow',
      'block',
      'hold',
      'invalid_url',
    ])
    expect(exitCode).toBe(1)
  })

  test('behavior: a progress bar only for a person', async () => {
    const { err } = await assay(
      ['check', 'https://a.example/', 'https://b.example/'],
      fakeWorld('', { isTTY: true, env: { NO_COLOR: '1' } }),
    )
    expect(err).toContain('2/2')
  })

  test('behavior: Markdown and SARIF', async () => {
    const markdown = await assay(checkArgs('overpriced', '--markdown'))
    expect(markdown.out).toContain('| terms |')
    const sarif = await assay(checkArgs('overpriced', '--sarif'))
    expect(JSON.parse(sarif.out).runs[0].results[0]).toMatchObject({
      ruleId: 'terms_skip',
      level: 'error',
    })
  })

  test('behavior: only the rulebooks asked for', async () => {
    const { out } = await assay(
      checkArgs('honest', '--json', '--rulebooks', 'terms,merchant'),
    )
    expect(JSON.parse(out).rulebooks).toMatchObject({
      merchant: { rulebook: 'merchant' },
      counterparty: { unavailable: 'not_asked' },
      'endpoint-health': { unavailable: 'not_asked' },
    })
  })

  test('behavior: a policy file, and a misspelt field of it', async () => {
    const file = join(folder, 'policy.json')
    await writeFile(file, '{"max_per_payment_usd":"0.001"}')
    const strict = await assay(checkArgs('honest', '--json', '--policy', file))
    expect(JSON.parse(strict.out).reasons[0].code).toBe('over_payment_cap')
    await writeFile(file, '{"max_per_payment":"0.001"}')
    const misspelt = await assay(checkArgs('honest', '--policy', file))
    expect(misspelt).toMatchObject({ exitCode: 65 })
    expect(misspelt.err).toContain('max_per_payment')
    await writeFile(file, '{"max_per_payment_usd":-1}')
    const wrong = await assay(checkArgs('honest', '--policy', file))
    expect(wrong.err).toContain('max_per_payment_usd')
    await writeFile(file, '{"pay_to_blocklist":["nonsense"]}')
    const nobody = await assay(checkArgs('honest', '--policy', file))
    expect(nobody.err).toContain('"nonsense" is no EVM or Solana address')
    const { pay_to } = seller('honest')
    const spelt = pay_to.toUpperCase()
    await writeFile(file, JSON.stringify({ pay_to_blocklist: [spelt] }))
    const blocked = await assay(checkArgs('honest', '--json', '--policy', file))
    expect(JSON.parse(blocked.out).reasons[0].code).toBe('pay_to_blocked')
  })

  test.each<[string[], string]>([
    [['--price', 'cheap'], '--price'],
    [['--method', 'GET /'], '--method'],
    [['--data', '{'], '--data'],
    [['--header', 'nonsense'], '--header'],
    [['--header', 'Authorization: Bearer x'], 'authorization is never sent'],
    [['--header', 'PAYMENT-SIGNATURE: x'], 'payment-signature is never sent'],
    [['--method', 'TRACE'], '--method'],
    [['--network', 'foo'], '--network'],
    [['--pay-to', 'nonsense'], '--pay-to'],
    [['--skew', '301'], '--skew'],
    [['--timeout', '0'], '--timeout'],
    [['--rulebooks', 'terms,none'], 'no rulebook "none"'],
    [['--allow-host', 'nowhere'], '--allow-host'],
    [['--json', '--markdown'], 'one of --json'],
    [['--unknown'], '--unknown'],
  ])('behavior: %j is refused with an example', async (flags, message) => {
    const { exitCode, err } = await assay([
      'check',
      'https://a.example/',
      ...flags,
    ])
    expect(exitCode).toBe(64)
    expect(err).toContain(message)
  })

  test('behavior: a URL that is none', async () => {
    const { exitCode, err } = await assay(['check', 'nonsense'])
    expect(exitCode).toBe(64)
    expect(err).toContain('for example: assay check')
    expect((await assay(['check', '-', 'https://a.example'])).exitCode).toBe(64)
    expect((await assay(['check', '-'])).exitCode).toBe(65)
    expect(
      (
        await assay([
          'check',
          'https://a.example',
          'https://b.example',
          '--bundle',
          'x',
        ])
      ).exitCode,
    ).toBe(64)
  })
})

describe('assay check, what leaves it', () => {
  test('behavior: credentials of a URL stand nowhere', async () => {
    const file = join(folder, 'credentials.json')
    const { url, host } = seller('honest')
    const secret = url.replace('http://', 'http://user:hunter2@')
    const { exitCode, out, err } = await assay([
      'check',
      secret,
      '--allow-host',
      host,
      '--bundle',
      file,
    ])
    expect(exitCode).toBe(1)
    expect(out + err + (await readFile(file, 'utf8'))).not.toContain('hunter2')
  })

  test('behavior: what others wrote reaches standard error only escaped', async () => {
    const { err } = await assay(
      ['judge', 'terms'],
      fakeWorld('\u001b]0;pwn\u0007'),
    )
    expect(err).not.toContain('\u001b')
    const argument = await assay(['judge', '\u001b[31mx'])
    expect(argument.err).not.toContain('\u001b')
    expect((await assay(['\u001b[31mx'])).err).not.toContain('\u001b')
  })

  test('behavior: a bare host is told how to be asked for', async () => {
    const { exitCode, err } = await assay(['check', 'api.example.com/x'])
    expect(exitCode).toBe(64)
    expect(err).toContain('assay check https://api.example.com/x')
  })
})

describe('assay challenge', () => {
  const saved = {
    status: 402,
    headers: {},
    body: {
      x402Version: 1,
      accepts: [
        {
          scheme: 'exact',
          network: 'base',
          maxAmountRequired: '10000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    },
  }

  test('default: what a stock client would pay', async () => {
    const { exitCode, out } = await assay(
      ['challenge'],
      fakeWorld(JSON.stringify(saved)),
    )
    expect(exitCode).toBe(0)
    expect(out).toContain('0.01 USDC on eip155:8453')
    expect(out).toContain('a stock client would pay body 0')
  })

  test('behavior: JSON and JSON lines', async () => {
    const one = await assay(
      ['challenge', '--json'],
      fakeWorld(JSON.stringify(saved)),
    )
    expect(JSON.parse(one.out).stock_client.pays).toEqual({
      source: 'body',
      index: 0,
    })
    const lines = await assay(
      ['challenge', '--jsonl'],
      fakeWorld(`${JSON.stringify(saved)}\n{"status":"402"}\n{`),
    )
    expect(lines.exitCode).toBe(65)
    expect(lines.out.trimEnd().split('\n')).toHaveLength(3)
    expect((await assay(['challenge'], fakeWorld('{}'))).exitCode).toBe(65)
  })
})

describe('assay decide', () => {
  test.each<[object, number]>([
    [
      {
        now: '2026-11-30T12:00:00Z',
        subject: { resource: 'GET https://a.example/' },
      },
      2,
    ],
    [{}, 65],
  ])('%j ends with %i', async (input, code) => {
    const { exitCode } = await assay(
      ['decide'],
      fakeWorld(JSON.stringify(input)),
    )
    expect(exitCode).toBe(code)
  })
})

describe('assay screen', () => {
  test.each<[string, number, string]>([
    ['openai.com', 0, 'TRUSTED'],
    ['random-name.example', 0, 'UNKNOWN'],
    ['openai-login.com', 1, 'BLOCK'],
    ['a-b-c-d.example', 2, 'SUSPICIOUS'],
    ['0x0000000000000000000000000000000000000000', 1, 'BLOCK'],
  ])('%s ends with %i', async (target, code, word) => {
    const { exitCode, out } = await assay(['screen', target])
    expect(out.split(' ')[0]).toBe(word)
    expect(exitCode).toBe(code)
  })

  test('behavior: several as JSON lines', async () => {
    const { out } = await assay([
      'screen',
      'a.example',
      'b.example',
      '--json',
      '--no-registration',
    ])
    expect(out.trimEnd().split('\n')).toHaveLength(2)
  })
})

describe('assay rulebooks', () => {
  test('default: lists, shows one, gives JSON', async () => {
    expect((await assay(['rulebooks'])).out).toContain('destination 1')
    expect((await assay(['rulebooks', 'terms'])).out).toContain('Thresholds')
    const all = await assay(['rulebooks', '--json'])
    expect(JSON.parse(all.out)).toHaveLength(6)
    const one = await assay(['rulebooks', 'merchant', '--json'])
    expect(JSON.parse(one.out).id).toBe('merchant')
    expect((await assay(['rulebooks', 'none'])).exitCode).toBe(64)
  })
})

describe('assay sandbox', () => {
  test('default: every seller is judged as it deserves', async () => {
    const { exitCode, out } = await assay(['sandbox', '--check'])
    expect(out).toMatch(/(\d+) of \1 sellers judged as they deserve/)
    expect(exitCode).toBe(0)
  })
})

describe('assay', () => {
  test('behavior: help and version end with 0, nonsense with 64', async () => {
    const help = await assay(['--help'])
    expect(help.exitCode).toBe(0)
    expect(help.out).toContain('Exit codes')
    expect((await assay(['--version'])).exitCode).toBe(0)
    expect((await assay(['nonsense'])).exitCode).toBe(64)
  })
})
