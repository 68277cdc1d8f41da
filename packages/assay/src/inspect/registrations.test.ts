import { describe, expect, test } from 'vitest'
import type { FetchRequest, FetchResult, SafeFetch } from '../collect/index.js'
import { openStore } from '../store/open-store.js'
import type { Store } from '../store/store.js'
import { NO_STORE, type StoreAccess } from './opened-store.js'
import { createRegistrations } from './registrations.js'

const DAY = 86_400_000
const NOON = Date.parse('2026-11-30T12:00:00Z')

type Told = { readonly status: number; readonly body: string }

const FOUND: Told = {
  status: 200,
  body: JSON.stringify({
    objectClassName: 'domain',
    ldhName: 'a.example',
    events: [
      { eventAction: 'registration', eventDate: '2020-01-02T03:04:05Z' },
    ],
  }),
}
const MISSING: Told = { status: 404, body: '' }

function setUp(told: Told, store: StoreAccess, bootstrap = true) {
  let asked = 0
  let now = NOON
  const fetch: SafeFetch = async ({ url }: FetchRequest) => {
    asked++
    return {
      outcome: 'response',
      url,
      status: told.status,
      headers: [],
      body: Buffer.from(told.body),
      bodyEnd: 'complete',
      hops: [],
      peer: null,
    } as unknown as FetchResult
  }
  const create = () =>
    createRegistrations({
      fetch,
      bootstrap: async () =>
        bootstrap
          ? new Map([['example', ['https://rdap.example/']]])
          : undefined,
      store,
      now: () => now,
      randomBytes: (count) => new Uint8Array(count),
    })
  return {
    create,
    asked: () => asked,
    pass: (ms: number) => {
      now += ms
    },
  }
}

function accessTo(store: Store): StoreAccess {
  return { open: async () => store, note: () => {} }
}

describe('createRegistrations', () => {
  test.each<[string, Told, number, object]>([
    [
      'a found date for 7 days',
      FOUND,
      7 * DAY,
      { status: 'known', registered_at: '2020-01-02T03:04:05Z' },
    ],
    [
      'a failure for 24 hours',
      MISSING,
      DAY,
      { status: 'unknown', reason: 'not_found' },
    ],
  ])('default: keeps %s, over processes', async (_, told, keptMs, answer) => {
    const store = await openStore(':memory:')
    const { create, asked, pass } = setUp(told, accessTo(store))
    const first = await create().find('a.example')
    expect(first.answer).toEqual(answer)
    pass(keptMs - 1)
    const again = await create().find('a.example')
    expect(again.answer).toEqual(answer)
    expect(again.record).toEqual(first.record)
    expect(await create().stored('a.example')).toMatchObject({ answer })
    expect(asked()).toBe(1)
    pass(1)
    expect(await create().stored('a.example')).toBeUndefined()
    await create().find('a.example')
    expect(asked()).toBe(2)
    await store.close()
  })

  test('behavior: two at once ask once, without a store too', async () => {
    const { create, asked, pass } = setUp(FOUND, NO_STORE)
    const registrations = create()
    await Promise.all([
      registrations.find('a.example'),
      registrations.find('a.example'),
    ])
    await registrations.find('a.example')
    expect(asked()).toBe(1)
    pass(DAY)
    await registrations.find('a.example')
    expect(asked()).toBe(2)
  })

  test('behavior: our own outage is not remembered', async () => {
    const store = await openStore(':memory:')
    const { create } = setUp(FOUND, accessTo(store), false)
    const registrations = create()
    const { answer } = await registrations.find('a.example')
    expect(answer).toEqual({ status: 'unknown', reason: 'no_bootstrap' })
    expect(await registrations.stored('a.example')).toBeUndefined()
    await store.close()
  })

  test('behavior: the row is the evidence when the evidence is pruned', async () => {
    const store = await openStore(':memory:')
    await store.saveRegistration({
      domain: 'a.example',
      status: 'known',
      registered_at: '2020-01-02T03:04:05Z',
      reason: null,
      fetched_at: NOON - DAY,
      expires_at: NOON + DAY,
    })
    const { create, asked } = setUp(FOUND, accessTo(store))
    const { record } = await create().find('a.example')
    expect(asked()).toBe(0)
    expect(record).toMatchObject({
      kind: 'registration',
      collected_at: '2026-11-29T12:00:00.000Z',
      data: { status: 'known', domain: 'a.example' },
    })
    await store.close()
  })
})
