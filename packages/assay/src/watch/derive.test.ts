import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { OFAC_LIST } from '../lists/policy.js'
import { openStore } from '../store/open-store.js'
import type { Observation } from '../store/store.js'
import { listingOf, observationOf, T0 } from '../store/testing/samples.js'
import { deriveEvents } from './derive.js'

const URL_ = 'https://a.example/x'
const RESOURCE = `GET ${URL_}`
const ID = resourceId(RESOURCE)
const SLOT = 21_600_000
const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`

async function setUp() {
  const store = await openStore(':memory:', { now: () => T0 })
  onTestFinished(() => store.close())
  const pass = await store.beginPass('bazaar', T0)
  await store.recordListings(pass, [listingOf(URL_)], T0)
  let seen = 0
  let ids = 0
  return {
    store,
    look: (more: Partial<Observation>) => {
      const number = seen++
      return store.recordObservations([
        observationOf(number, {
          resource_id: ID,
          at: T0 + number * SLOT,
          pay_to: A,
          ...more,
        }),
      ])
    },
    derive: () =>
      deriveEvents(store, [ID, 'unknown'], {
        now: T0 + seen * SLOT,
        newId: () => `event-${ids++}`,
      }),
  }
}

function createIds(prefix: number): () => string {
  let ids = 0
  return () => `${prefix}-${ids++}`
}

describe('deriveEvents', () => {
  test('default: told once, to those who watch the resource or its host', async () => {
    const { store, look, derive } = await setUp()
    await look({})
    expect(await derive()).toBe(0)
    await look({ price_atomic: '2000' })
    expect(await derive()).toBe(2)
    expect(await derive()).toBe(0)
    const [event] = await store.eventsOf(RESOURCE, 10)
    expect(event).toMatchObject({
      kind: 'price_changed',
      at: T0 + SLOT,
      before: { resource: RESOURCE, value: '1000' },
      after: { resource: RESOURCE, value: '2000' },
    })
    expect(await store.eventsOf('https://a.example', 10)).toHaveLength(1)
  })

  test('behavior: what was there before anybody looked is no news', async () => {
    const { derive, look } = await setUp()
    await look({})
    await look({ pay_to: B })
    expect(await derive()).toBe(0)
    await look({ pay_to: A })
    expect(await derive()).toBe(2)
  })

  test('behavior: live checks are no observations of a watch', async () => {
    const { derive, look } = await setUp()
    await look({})
    await derive()
    await look({ price_atomic: '9', origin: 'check' })
    expect(await derive()).toBe(0)
  })

  test('behavior: a crash before the state is kept tells nothing twice', async () => {
    const { store, derive, look } = await setUp()
    await look({})
    await derive()
    const before = await store.watchState(RESOURCE)
    await look({ pay_to: B })
    expect(await derive()).toBe(2)
    await store.saveWatchState(RESOURCE, before)
    expect(await derive()).toBe(0)
    expect(await store.eventsOf(RESOURCE, 10)).toHaveLength(1)
  })

  test('behavior: a wallet comes onto a list, and is taken off it', async () => {
    const { store, derive, look } = await setUp()
    const save = (id: string, entries: string[]) =>
      store.saveList(
        {
          id,
          list: OFAC_LIST,
          source_url: 'https://ofac.example',
          fetched_at: T0,
          published_at: null,
          sha256: id.repeat(64).slice(0, 64),
          count: 1,
          parser: 'test',
          status: 'good',
          detail: '',
        },
        entries.map((key) => ({ key, family: 'evm', entry: 'SOMEBODY' })),
      )
    await look({})
    await derive()
    await save('a', [A])
    expect(await derive()).toBe(2)
    expect(await derive()).toBe(0)
    await save('b', [B])
    expect(await derive()).toBe(2)
    const kinds = (await store.eventsOf(RESOURCE, 10)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['list_cleared', 'list_match'])
  })

  test('behavior: a rotation is a state of its own', async () => {
    const { store, derive, look } = await setUp()
    await look({})
    await derive()
    for (const [i, pay_to] of [B, A, B, A, B].entries()) {
      await look({ pay_to, at: T0 + (i + 1) * 30 * 3_600_000 })
      await deriveEvents(store, [ID], {
        now: T0 + (i + 1) * 30 * 3_600_000,
        newId: createIds(i),
      })
    }
    const kinds = (await store.eventsOf(RESOURCE, 10)).map(({ kind }) => kind)
    expect(kinds).toEqual([
      'pay_to_rotating',
      'pay_to_changed',
      'pay_to_changed',
      'pay_to_changed',
    ])
  })

  test('behavior: a look by a clock that was years ahead silences nothing', async () => {
    const { store, look, derive } = await setUp()
    const ahead = Date.UTC(2039, 1, 28)
    let ids = 0
    await look({ price_atomic: '1000', at: ahead })
    await deriveEvents(store, [ID], {
      now: ahead + SLOT,
      newId: () => `ahead-${ids++}`,
    })
    // The clock is right again: watching goes on from here.
    await derive()
    await look({ price_atomic: '2000', at: T0 + SLOT + 1 })
    await derive()
    const events = await store.eventsOf(RESOURCE, 10)
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'price_changed',
        before: { resource: RESOURCE, value: '1000' },
        after: { resource: RESOURCE, value: '2000' },
      }),
    ])
  })
})
