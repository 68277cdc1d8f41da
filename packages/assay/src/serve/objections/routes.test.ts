import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { httpServer } from '../../collect/testing/servers.js'
import type { Store } from '../../store/store.js'
import {
  listingOf,
  observationOf,
  offerOf,
} from '../../store/testing/samples.js'
import { startService } from '../testing/running.js'
import { HOST_PROBES } from '../unified/probe-budget.js'

const seller = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'43'.repeat(32)}`)
const HOST = 'https://shop.example'

function listed(host: string) {
  return async (store: Store) => {
    const pass = await store.beginPass('bazaar', 0)
    await store.recordListings(
      pass,
      [listingOf(`${host}/x`, { offers: [offerOf('1000', seller.address)] })],
      0,
    )
  }
}

async function service(host = HOST, allowHosts: string[] = []) {
  const running = await startService({
    prepare: listed(host),
    settings: { allowHosts },
  })
  const challenge = async (about = host) => {
    const answer = await running.get(
      `/v1/objections/challenge?host=${encodeURIComponent(about)}`,
    )
    return (await answer.json()) as Record<
      'host' | 'nonce' | 'text' | 'file' | 'date' | 'expires_at',
      string
    >
  }
  const object = async (more: object) => {
    const body = { host, text: 'Not so.', ...more }
    const answer = await running.post('/v1/objections', body)
    return { status: answer.status, body: await answer.json() }
  }
  const signed = async (text: string, by = seller) => ({
    kind: 'pay_to_signature',
    wallet: by.address,
    signature: await by.signMessage({ message: text }),
  })
  return { ...running, challenge, object, signed }
}

describe('POST /v1/objections', () => {
  test('default: the pay_to signs; the words stand in the dated log', async () => {
    const { challenge, object, signed, get } = await service()
    const given = await challenge('shop.example')
    expect(given).toEqual({
      host: HOST,
      nonce: expect.stringMatching(/^1796040000\.[0-9a-f]{32}\.[0-9a-f]{64}$/),
      date: '2026-11-30T12:00:00.000Z',
      expires_at: '2026-11-30T12:10:00.000Z',
      text: [
        'I speak for this host and object to what is said of it.',
        '',
        'Service: http://assay.test',
        `Host: ${HOST}`,
        `Nonce: ${given.nonce}`,
        'Date: 2026-11-30T12:00:00.000Z',
      ].join('\n'),
      file: `${HOST}/.well-known/assay-objection.txt`,
    })
    const { status, body } = await object({
      nonce: given.nonce,
      about: `${HOST}/x?key=1`,
      text: ' <b>Not so.</b>\r\n\u202eevil\u0000 ',
      proof: await signed(given.text),
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      at: '2026-11-30T12:00:00.000Z',
      host: HOST,
      about: `${HOST}/x?key=***`,
      proof: 'pay_to_signature',
      wallet: seller.address,
      untrusted: true,
      text: '<b>Not so.</b>\n\ufffdevil\ufffd',
    })
    const log = await get('/v1/objections?host=shop.example')
    expect(await log.json()).toEqual({ host: HOST, objections: [body] })
  })

  test('behavior: a nonce is good once, for ten minutes, for its host', async () => {
    const { challenge, object, signed, pass } = await service()
    const { nonce, text } = await challenge()
    const proof = await signed(text)
    expect((await object({ nonce, proof })).status).toBe(201)
    expect(await object({ nonce, proof })).toMatchObject({
      status: 409,
      body: { code: 'nonce_used' },
    })
    const late = await challenge()
    pass(600_001)
    expect(
      await object({ nonce: late.nonce, proof: await signed(late.text) }),
    ).toMatchObject({ status: 403, body: { code: 'nonce_expired' } })
    const other = await challenge('https://other.example')
    for (const bad of [other.nonce, 'x', nonce.replace(/.$/, 'g')])
      expect(await object({ nonce: bad, proof })).toMatchObject({
        status: 403,
        body: { code: 'unknown_nonce' },
      })
  })

  test('behavior: neither a stranger nor somebody else’s signature', async () => {
    const { challenge, object, signed } = await service()
    const { nonce, text } = await challenge()
    expect(
      await object({ nonce, proof: await signed(text, stranger) }),
    ).toMatchObject({ status: 403, body: { code: 'foreign_wallet' } })
    const forged = { ...(await signed(text, stranger)), wallet: seller.address }
    expect(await object({ nonce, proof: forged })).toMatchObject({
      status: 403,
      body: { code: 'wrong_signature' },
    })
    // What was refused has not used up the nonce.
    expect((await object({ nonce, proof: await signed(text) })).status).toBe(
      201,
    )
  })

  test('behavior: an observed wallet speaks for its host too', async () => {
    const { challenge, object, signed, store } = await service()
    const { resource_id } = listingOf(`${HOST}/x`)
    await store.recordObservations([
      observationOf(1, { resource_id, pay_to: stranger.address }),
    ])
    const { nonce, text } = await challenge()
    const proof = await signed(text, stranger)
    expect((await object({ nonce, proof })).status).toBe(201)
  })

  test('behavior: a file on the host, the nonce on a line of its own', async () => {
    let file: (path: string) => string | undefined = () => undefined
    const web = await httpServer((request, response) => {
      const body = file(request.url ?? '')
      response.statusCode = body === undefined ? 404 : 200
      response.end(body)
    })
    const { challenge, object } = await service(web.url, [
      `127.0.0.1:${web.port}`,
    ])
    const { nonce } = await challenge()
    const proof = { kind: 'well_known_file' }
    const refused = { status: 403, body: { code: 'no_proof_file' } }
    expect(await object({ nonce, proof })).toMatchObject(refused)
    file = () => `see ${nonce}`
    expect(await object({ nonce, proof })).toMatchObject(refused)
    file = (path) =>
      path === '/.well-known/assay-objection.txt'
        ? `# mine\r\n${nonce}\r\n`
        : undefined
    expect(await object({ nonce, proof })).toMatchObject({
      status: 201,
      body: { proof: 'well_known_file', wallet: null },
    })
  })

  test('behavior: whoever tries has a host asked no more often than by checks', async () => {
    let asked = 0
    const web = await httpServer((_, response) => {
      asked++
      response.statusCode = 404
      response.end()
    })
    const { challenge, object } = await service(web.url, [
      `127.0.0.1:${web.port}`,
    ])
    const { nonce } = await challenge()
    const proof = { kind: 'well_known_file' }
    for (let i = 0; i < HOST_PROBES.most; i++)
      expect((await object({ nonce, proof })).status).toBe(403)
    expect(await object({ nonce, proof })).toMatchObject({
      status: 429,
      body: { code: 'host_busy' },
    })
    expect(asked).toBe(HOST_PROBES.most)
  })

  test('behavior: we fetch nothing of a host that nothing is said of, or of our own network', async () => {
    const { challenge, object } = await service()
    const host = 'https://unknown.example'
    const { nonce } = await challenge(host)
    const proof = { kind: 'well_known_file' }
    expect(await object({ host, nonce, proof })).toMatchObject({
      status: 404,
      body: { code: 'unknown_host' },
    })
    const inside = await service('http://127.0.0.1:1')
    const { nonce: other } = await inside.challenge()
    expect(await inside.object({ nonce: other, proof })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('does not prove it: ') },
    })
  })

  test.each([
    [{ about: 'https://other.example/' }, 'about'],
    [{ about: 'a'.repeat(32) }, 'about'],
    [{ text: ' \n' }, 'text'],
    [{ text: 'x'.repeat(2_001) }, 'text'],
    [{ host: 'not a host' }, 'host'],
    [{ proof: { kind: 'word of honour' } }, 'proof.kind'],
  ])('behavior: %o is a bad request', async (more, field) => {
    const { challenge, object, signed } = await service()
    const { nonce, text } = await challenge()
    const answer = await object({ nonce, proof: await signed(text), ...more })
    expect(answer).toMatchObject({ status: 400, body: { field } })
  })

  test('behavior: 20 a day for one host', async () => {
    const { challenge, object, signed, pass } = await service()
    for (let i = 0; i < 21; i++) {
      const { nonce, text } = await challenge()
      const { status } = await object({ nonce, proof: await signed(text) })
      expect(status).toBe(i < 20 ? 201 : 429)
    }
    pass(86_400_000)
    const { nonce, text } = await challenge()
    const { status } = await object({ nonce, proof: await signed(text) })
    expect(status).toBe(201)
  })
})
