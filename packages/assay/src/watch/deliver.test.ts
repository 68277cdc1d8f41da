import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchFrom } from '../collect/testing/network.js'
import { httpServer } from '../collect/testing/servers.js'
import { openStore } from '../store/open-store.js'
import { createWatch, WATCH_LIMITS, WatchRefused } from './create-watch.js'
import { deliverDue, RETRY_AFTER_MS } from './deliver.js'
import { isSignedBy, signatureOf } from './signature.js'

const NOON = Date.parse('2026-11-30T12:00:00Z')
const SUBJECT = 'GET https://a.example/x'

async function setUp(statuses: number[]) {
  const got: { headers: Record<string, unknown>; body: string }[] = []
  const server = await httpServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      const status = statuses.shift() ?? 200
      response.writeHead(status, status === 302 ? { location: '/other' } : {})
      response.end()
    })
  })
  const store = await openStore(':memory:', { now: () => NOON })
  onTestFinished(() => store.close())
  let passed = 0
  const now = () => NOON + passed
  const watch = await createWatch(
    store,
    { owner: 'key', subject: SUBJECT, webhook: `${server.url}/hook` },
    {
      now,
      randomBytes: (count) => new Uint8Array(count).fill(7),
      allowHosts: new Set([`127.0.0.1:${server.port}`]),
    },
  )
  await store.recordEvent({
    id: 'event-1',
    key: 'key-1',
    at: NOON,
    subject: SUBJECT,
    kind: 'price_changed',
    before: { value: '1' },
    after: { value: '2' },
  })
  return {
    got,
    watch,
    pass: async (ms: number) => {
      passed += ms
      await store.setClockOffset(0)
      await store.setClockOffset(NOON + passed - (await store.now()))
    },
    deliver: () => deliverDue({ store, fetch: fetchFrom([server]), now }),
  }
}

describe('deliverDue', () => {
  test('default: one signed POST, once', async () => {
    const { got, watch, deliver } = await setUp([])
    expect(await deliver()).toEqual({ delivered: 1, retried: 0, given_up: 0 })
    expect(await deliver()).toEqual({ delivered: 0, retried: 0, given_up: 0 })
    expect(got).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = got
    expect(JSON.parse(body)).toEqual({
      event: 'assay-watch/1',
      id: 'event-1',
      watch_id: watch.id,
      kind: 'price_changed',
      subject: SUBJECT,
      at: '2026-11-30T12:00:00.000Z',
      before: { value: '1' },
      after: { value: '2' },
    })
    const signature = String(headers['assay-signature'])
    expect(isSignedBy(signature, body, watch.secret, NOON / 1_000)).toBe(true)
    expect(headers).toMatchObject({
      'assay-event-id': 'event-1',
      'assay-attempt': '1',
      'content-type': 'application/json',
    })
  })

  test('behavior: five retries over 24 hours, then it is given up', async () => {
    const { got, deliver, pass } = await setUp([500, 302, 404, 500, 500, 500])
    expect(RETRY_AFTER_MS.reduce((sum, wait) => sum + wait, 0)).toBe(86_400_000)
    for (const wait of RETRY_AFTER_MS) {
      expect(await deliver()).toMatchObject({ retried: 1 })
      await pass(wait - 30_000)
      expect(await deliver()).toMatchObject({ retried: 0, delivered: 0 })
      await pass(60_000)
    }
    expect(await deliver()).toMatchObject({ given_up: 1 })
    await pass(86_400_000)
    expect(await deliver()).toEqual({ delivered: 0, retried: 0, given_up: 0 })
    expect(got).toHaveLength(6)
    expect(new Set(got.map(({ body }) => body)).size).toBe(1)
  })

  test('behavior: a retry that is taken ends it', async () => {
    const { deliver, pass } = await setUp([503])
    await deliver()
    await pass(90_000)
    expect(await deliver()).toMatchObject({ delivered: 1 })
  })

  test('behavior: gone is gone', async () => {
    const { deliver } = await setUp([410])
    expect(await deliver()).toMatchObject({ given_up: 1, retried: 0 })
  })

  test('behavior: an expired watch is told nothing', async () => {
    const { got, deliver, pass } = await setUp([])
    await pass(WATCH_LIMITS.lifetime_ms)
    expect(await deliver()).toMatchObject({ given_up: 1 })
    expect(got).toEqual([])
  })
})

describe('isSignedBy', () => {
  const good = signatureOf('body', 'secret', 1_000)

  test.each<[string, string, string, string, number, boolean]>([
    ['the very one', good, 'body', 'secret', 1_000, true],
    ['five minutes later', good, 'body', 'secret', 1_300, true],
    ['later than that', good, 'body', 'secret', 1_301, false],
    ['earlier than that', good, 'body', 'secret', 699, false],
    ['another body', good, 'bod', 'secret', 1_000, false],
    ['another secret', good, 'body', 'secret2', 1_000, false],
    [
      'another time',
      good.replace('t=1000', 't=1001'),
      'body',
      'secret',
      1_000,
      false,
    ],
    ['nonsense', 'v1=x', 'body', 'secret', 1_000, false],
  ])('%s', (_, header, body, secret, now, expected) => {
    expect(isSignedBy(header, body, secret, now)).toBe(expected)
  })
})

describe('createWatch', () => {
  const tools = {
    now: () => NOON,
    randomBytes: (count: number) => new Uint8Array(count).fill(1),
  }
  const wish = {
    owner: 'key',
    subject: SUBJECT,
    webhook: 'https://hooks.example/x',
  }

  test.each<[string, string]>([
    ['GET https://a.example/x#f', 'GET https://a.example/x'],
    ['https://A.example/', 'https://a.example'],
    ['https://a.example', 'https://a.example'],
    ['https://a.example/x', 'GET https://a.example/x'],
  ])('default: %s is watched as %s', async (subject, expected) => {
    const store = await openStore(':memory:')
    const watch = await createWatch(store, { ...wish, subject }, tools)
    expect(watch).toEqual({
      id: '01'.repeat(16),
      owner: 'key',
      subject: expected,
      webhook: wish.webhook,
      secret: '01'.repeat(32),
      created_at: NOON,
      expires_at: NOON + WATCH_LIMITS.lifetime_ms,
    })
    expect(await store.watchesOf('key')).toEqual([watch])
    await store.close()
  })

  test.each<[string, Partial<typeof wish>]>([
    ['subject', { subject: 'nonsense' }],
    ['subject', { subject: 'GET nonsense' }],
    ['webhook', { webhook: 'http://hooks.example/' }],
    ['webhook', { webhook: 'https://localhost/' }],
    ['webhook', { webhook: 'https://u:p@hooks.example/' }],
  ])('behavior: refuses a %s: %j', async (field, more) => {
    const store = await openStore(':memory:')
    const refused = createWatch(store, { ...wish, ...more }, tools)
    await expect(refused).rejects.toMatchObject({ name: 'WatchRefused', field })
    await store.close()
  })

  test('behavior: at most a hundred a key', async () => {
    const live = Array.from({ length: 100 }, () => ({ expires_at: NOON + 1 }))
    const store = {
      watchesOf: async () => live as never,
      saveWatch: async () => {},
    }
    await expect(createWatch(store, wish, tools)).rejects.toThrow(WatchRefused)
    live.pop()
    await createWatch(store, wish, tools)
  })
})
