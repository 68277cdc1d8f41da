import { resourceId, sha256Hex } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../store/store.js'
import { listingOf, offerOf } from '../../store/testing/samples.js'
import { startService } from '../testing/running.js'
import { REFRESH_MS } from './lookup.js'

const urlOf = (i: number) => `https://h${i % 7}.example/x${i}`
const walletOf = (i: number) => `0x${String(i).padStart(40, 'aB')}`

function listed(count: number, from = 0) {
  return async (store: Store) => {
    const pass = await store.beginPass('bazaar', 0)
    await store.recordListings(
      pass,
      Array.from({ length: count }, (_, i) =>
        listingOf(urlOf(from + i), {
          offers: [offerOf('1000', walletOf((from + i) % 40))],
        }),
      ),
      0,
    )
  }
}

async function service(count: number) {
  const running = await startService({ prepare: listed(count) })
  const lengths = async () => (await running.get('/v1/lookup')).json()
  const ask = async (kind: string, prefix: string) => {
    const answer = await running.post('/v1/lookup', { kind, prefix })
    const text = await answer.text()
    return { answer, text, body: JSON.parse(text) }
  }
  return { ...running, lengths, ask }
}

describe('POST /v1/lookup', () => {
  test('default: all that begins so, and what is known of it', async () => {
    const { lengths, ask } = await service(500)
    const { kinds, least_entries, as_of } = await lengths()
    expect(least_entries).toBe(32)
    const { prefix_bits, prefix_digits, smallest_bucket } = kinds.resource
    expect(kinds.resource).toMatchObject({ entries: 500, prefix_digits: 1 })
    expect(smallest_bucket).toBeGreaterThanOrEqual(32)
    const wanted = resourceId(`GET ${urlOf(17)}`)
    const spare = prefix_digits * 4 - prefix_bits
    const head = Number.parseInt(wanted.slice(0, prefix_digits), 16)
    const prefix = ((head >> spare) << spare).toString(16)
    const { body } = await ask('resource', prefix)
    expect(body).toMatchObject({ kind: 'resource', as_of, prefix, prefix_bits })
    expect(body.entries.length).toBeGreaterThanOrEqual(32)
    expect(
      body.entries.find(({ id }: { id: string }) => id === wanted),
    ).toEqual({
      id: wanted,
      category: expect.any(String),
      score: null,
      reputation: null,
      network: 'eip155:8453',
      price_atomic: '1000',
      pay_to: walletOf(17),
      last_seen: '1970-01-01T00:00:00.000Z',
      last_probed_at: null,
    })
  })

  test('behavior: every answer of a kind has the same length', async () => {
    const { lengths, ask } = await service(500)
    const { kinds } = await lengths()
    const { prefix_bits, answer_bytes } = kinds.resource
    const step = 2 ** (4 - prefix_bits)
    const sizes = new Set<number>()
    for (let bucket = 0; bucket < 2 ** prefix_bits; bucket++) {
      const prefix = (bucket * step).toString(16)
      const { answer, text } = await ask('resource', prefix)
      expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
      sizes.add(Buffer.byteLength(text))
    }
    expect([...sizes]).toEqual([answer_bytes])
  })

  test('behavior: wallets by their key, few of them in one bucket', async () => {
    const { ask } = await service(80)
    const { body } = await ask('wallet', '')
    expect(body.entries).toHaveLength(40)
    const key = `eip155:${walletOf(3).toLowerCase()}`
    const id = sha256Hex(key).slice(0, 32)
    expect(body.entries.find((one: { id: string }) => one.id === id)).toEqual({
      id,
      endpoints: 2,
      hosts: 2,
      least_score: null,
      most_score: null,
      sanctioned: null,
    })
  })

  test('behavior: another length is refused, and which one is right is said', async () => {
    const { ask } = await service(500)
    const { answer, body } = await ask('resource', 'abc')
    expect(answer.status).toBe(400)
    expect(body).toMatchObject({
      code: 'prefix_length',
      field: 'prefix',
      example: '0',
    })
    expect((await ask('resource', '')).answer.status).toBe(400)
    expect((await ask('host', '')).body).toMatchObject({ field: 'kind' })
  })

  test('behavior: nothing is listed: one empty bucket', async () => {
    const { lengths, ask } = await service(0)
    expect((await lengths()).kinds.wallet).toMatchObject({
      prefix_bits: 0,
      entries: 0,
      smallest_bucket: 0,
    })
    expect((await ask('wallet', '')).body.entries).toEqual([])
  })

  test('behavior: made anew behind the scenes after ten minutes', async () => {
    const { lengths, store, pass } = await service(10)
    const entries = async () => (await lengths()).kinds.resource.entries
    expect(await entries()).toBe(10)
    await listed(5, 10)(store)
    expect(await entries()).toBe(10)
    pass(REFRESH_MS)
    expect(await entries()).toBe(10)
    await expect.poll(entries).toBe(15)
  })

  test('behavior: one that cannot be made anew stays', async () => {
    let broken = false
    const running = await startService({
      prepare: listed(10),
      wrap: (service) => ({
        ...service,
        store: {
          ...service.store,
          directory: (query) =>
            broken
              ? Promise.reject(new Error('gone'))
              : service.store.directory(query),
        },
      }),
    })
    const entries = async () =>
      (await (await running.get('/v1/lookup')).json()).kinds.resource.entries
    expect(await entries()).toBe(10)
    broken = true
    running.pass(REFRESH_MS)
    expect(await entries()).toBe(10)
    await expect
      .poll(() => running.events.map(({ event }) => event))
      .toContain('lookup_not_refreshed')
    broken = false
    expect(await entries()).toBe(10)
  })
})
