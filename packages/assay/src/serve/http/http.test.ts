import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../inspect/testing/shop.js'
import { secretSha256 } from '../quota/subjects.js'
import { startService } from '../testing/running.js'

/** Writes bytes to a port and reads until it closes or goes quiet. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

describe('the HTTP service', () => {
  test('default: health, and what is missing before it is ready', async () => {
    const { get } = await startService()
    expect(await (await get('/health')).json()).toMatchObject({ status: 'ok' })
    const ready = await get('/ready')
    expect(ready.status).toBe(503)
    const { missing } = await ready.json()
    expect(missing.map(({ what }: { what: string }) => what)).toEqual([
      'list ofac-sdn',
      'list facilitators',
    ])
  })

  test.each([
    ['/nowhere', 'GET', 404, 'not_found'],
    ['/v1/preflight', 'DELETE', 405, 'method_not_allowed'],
    ['/v1/reports/x', 'GET', 400, 'invalid_request'],
    [`/v1/reports/${'0'.repeat(32)}`, 'GET', 404, 'unknown_report'],
    ['/v1/endpoints?cursor=!', 'GET', 400, 'invalid_request'],
    ['/v1/watches', 'GET', 401, 'key_needed'],
    [`/v1/endpoints?query=${'x'.repeat(9_000)}`, 'GET', 414, 'uri_too_long'],
  ])('behavior: %s %s is a problem', async (path, method, status, code) => {
    const { get } = await startService()
    const answer = await get(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({
      status,
      code,
      request_id: answer.headers.get('x-request-id'),
    })
  })

  test('behavior: a browser of another origin may ask, and read why not', async () => {
    const { get } = await startService()
    const asked = await get('/terms/v1/products/endpoint-spot-check', {
      method: 'OPTIONS',
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toContain(
      'PAYMENT-SIGNATURE',
    )
    const answer = await get('/health')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    for (const name of [
      'PAYMENT-REQUIRED',
      'PAYMENT-RESPONSE',
      'Retry-After',
      'X-Request-Id',
    ])
      expect(answer.headers.get('access-control-expose-headers')).toContain(
        name,
      )
  })

  test('behavior: HEAD never runs what is paid for or asks somebody', async () => {
    const shop = await openShop()
    const { get } = await startService({
      settings: { allowHosts: [shop.host] },
    })
    for (const path of [
      `/v1/preflight?url=${encodeURIComponent(shop.url)}`,
      `/terms/v1/products/endpoint-spot-check?url=${encodeURIComponent(shop.url)}`,
      '/counterparty/score?subject=x',
    ])
      expect((await get(path, { method: 'HEAD' })).status).toBe(405)
    expect((await get('/health', { method: 'HEAD' })).status).toBe(200)
    expect(shop.requests()).toBe(0)
  })

  test('behavior: bodies over the limit are refused, announced or not', async () => {
    const { post, port } = await startService()
    const big = JSON.stringify({ url: 'x'.repeat(70_000) })
    expect((await post('/v1/preflight', big)).status).toBe(413)
    expect((await post('/v1/preflight/batch', big)).status).toBe(400)
    const chunk = 'x'.repeat(70_000)
    const answer = await raw(
      port,
      `POST /v1/preflight HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    )
    expect(answer).toContain('HTTP/1.1 413')
  })

  test('behavior: headers of 20 KB pass, of 40 KB do not', async () => {
    const { get } = await startService()
    const sized = (bytes: number) => ({
      headers: { 'payment-signature': 'x'.repeat(bytes) },
    })
    expect((await get('/health', sized(20_000))).status).toBe(200)
    expect((await get('/health', sized(40_000))).status).toBe(431)
  })

  test('behavior: the log holds no query value, key, payment or address', async () => {
    const { get, events } = await startService()
    await get('/v1/endpoints?query=sekret-query', {
      headers: {
        authorization: 'Bearer sekret-key-1',
        'payment-signature': 'sekret-payment',
        'x-forwarded-for': '203.0.113.9',
      },
    })
    const text = JSON.stringify(events)
    expect(text).toContain('"route":"/v1/endpoints"')
    expect(text).not.toMatch(/sekret|203\.0\.113|127\.0\.0\.1/)
  })

  test('behavior: a webhook is watched by its key alone', async () => {
    const { store, get, post } = await startService()
    for (const name of ['one', 'two'])
      await store.saveKey({
        id: name,
        key_sha256: secretSha256(`key-of-${name}`),
        created_at: 0,
        tier: 'free',
        label: null,
      })
    const as = (name: string) => ({ authorization: `Bearer key-of-${name}` })
    const wish = {
      subject: 'https://api.example.com',
      webhook: 'https://hooks.example.com/x',
    }
    const made = await post('/v1/watches', wish, as('one'))
    expect(made.status).toBe(201)
    const { id, secret } = await made.json()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    const list = async (name: string) =>
      (await get('/v1/watches', { headers: as(name) })).json()
    expect(await list('two')).toEqual({ watches: [] })
    expect(JSON.stringify(await list('one'))).not.toContain(secret)
    const drop = (name: string) =>
      get(`/v1/watches/${id}`, { method: 'DELETE', headers: as(name) })
    expect((await drop('two')).status).toBe(404)
    expect((await drop('one')).status).toBe(204)
    const inner = { ...wish, webhook: 'http://127.0.0.1/x' }
    expect((await post('/v1/watches', inner, as('one'))).status).toBe(400)
  })

  test('behavior: what runs is finished when it is stopped', async () => {
    let answer = () => {}
    const running = await startService({
      wrap: (service) => ({
        ...service,
        store: {
          ...service.store,
          coverage: async (slot) => {
            await new Promise<void>((resolve) => {
              answer = resolve
            })
            return service.store.coverage(slot)
          },
        },
      }),
    })
    const asked = running.get('/v1/coverage')
    await expect
      .poll(() => running.app.metrics.registry.metrics())
      .toContain('assay_http_requests_in_flight 1')
    const closed = running.close()
    await expect(running.get('/health')).rejects.toThrow()
    answer()
    expect((await asked).status).toBe(200)
    await closed
  })
})
