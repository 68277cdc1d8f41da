import { sha256Hex } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../store/store.js'
import { startService } from '../testing/running.js'

const KEYS = ['key-of-one-buyer-0001', 'key-of-another-buyer-2']

async function withKeys(store: Store) {
  for (const [i, key] of KEYS.entries())
    await store.saveKey({
      id: `key-${i}`,
      key_sha256: sha256Hex(key),
      created_at: 0,
      tier: 'free',
      label: null,
    })
}

async function service(settings: { open?: boolean } = {}) {
  const running = await startService({ prepare: withKeys, settings })
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const read = async (key: string, after?: string) => {
    const query = after === undefined ? '' : `?after=${after}`
    const answer = await running.get(`/v1/ledger${query}`, {
      headers: bearer(key),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const append = async (key: string, body: unknown) => {
    const answer = await running.post('/v1/ledger', body, bearer(key))
    return { status: answer.status, body: await answer.json() }
  }
  return { ...running, read, append }
}

const [ONE = '', TWO = ''] = KEYS
const event = (n: number) => ({ e: 'spent', at: n, amount: '1' })

describe('/v1/ledger', () => {
  test('default: appended in order, read from a position', async () => {
    const { read, append } = await service()
    expect(await read(ONE)).toEqual({
      status: 200,
      body: { events: [], position: '0' },
    })
    expect(
      await append(ONE, { after: '0', events: [event(1), event(2)] }),
    ).toEqual({ status: 200, body: { position: '2' } })
    expect((await read(ONE)).body).toEqual({
      events: [event(1), event(2)],
      position: '2',
    })
    expect((await read(ONE, '1')).body).toEqual({
      events: [event(2)],
      position: '2',
    })
    expect((await read(ONE, '2')).body).toEqual({ events: [], position: '2' })
  })

  test('behavior: 409 when something stands after the position', async () => {
    const { append } = await service()
    const both = await Promise.all(
      [1, 2].map((n) => append(ONE, { after: '0', events: [event(n)] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'ledger_moved',
    })
    expect((await append(ONE, { after: '7', events: [event(1)] })).status).toBe(
      409,
    )
  })

  test('behavior: each key has its own', async () => {
    const { read, append } = await service()
    await append(ONE, { after: '0', events: [event(1)] })
    expect((await read(TWO)).body.events).toEqual([])
    expect((await append(TWO, { after: '0', events: [event(9)] })).status).toBe(
      200,
    )
  })

  test('behavior: 401 without a key of ours', async () => {
    const { read, append, get } = await service()
    expect(await read('no-key-of-ours-0000')).toMatchObject({
      status: 401,
      body: { code: 'key_needed' },
    })
    expect(
      (await append('no-key-of-ours-0000', { after: '0', events: [event(1)] }))
        .status,
    ).toBe(401)
    expect((await get('/v1/ledger')).status).toBe(401)
  })

  test('behavior: an open service takes any name of 16 characters', async () => {
    const { read, append } = await service({ open: true })
    const name = 'a-name-of-my-own-x'
    await append(name, { after: '0', events: [event(1)] })
    expect((await read(name)).body.events).toHaveLength(1)
    expect((await read('another-name-of-x')).body.events).toEqual([])
    expect((await read('short')).status).toBe(401)
  })

  test('behavior: events are kept as they are, whatever they hold', async () => {
    const { read, append } = await service()
    const odd = {
      e: 'new',
      at: 0,
      text: '\u0000 \ud83d\ude00 </script>',
      list: [null, [1e21]],
    }
    await append(ONE, { after: '0', events: [odd] })
    expect((await read(ONE)).body.events).toEqual([odd])
  })

  test.each<[unknown, string]>([
    [{ events: [event(1)] }, 'after'],
    [{ after: -1, events: [event(1)] }, 'after'],
    [{ after: '1e3', events: [event(1)] }, 'after'],
    [{ after: '0', events: [] }, 'events'],
    [
      { after: '0', events: Array.from({ length: 201 }, () => event(1)) },
      'events',
    ],
    [{ after: '0', events: ['x'] }, 'events.0'],
    [{ after: '0', events: [{ e: 'x' }] }, 'events.0.at'],
  ])('behavior: %o is a bad request about %s', async (body, field) => {
    const { append } = await service()
    expect(await append(ONE, body)).toMatchObject({
      status: 400,
      body: { field },
    })
  })

  test('behavior: a ledger has an end', async () => {
    const { append, read } = await service()
    expect(
      await append(ONE, { after: '500000', events: [event(1)] }),
    ).toMatchObject({ status: 413, body: { code: 'ledger_full' } })
    expect((await read(ONE, 'x')).status).toBe(400)
  })
})
