import { describe, expect, test } from 'vitest'
import { openStore } from '../../open-store.js'
import type { QuotaClaim, Store } from '../../store.js'
import { T0 } from '../samples.js'
import { setNow } from '../set-now.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const DAY = 86_400_000

export function describeAccounts(open: OpenSubject): void {
  describe('takeQuota', () => {
    const subject = subjectOf(open)

    test('default: one of every claim, until one is at its limit', async () => {
      const { store } = subject()
      const claims = [claimOf('client', 'a\0', 2), claimOf('network', 'n', 9)]
      expect(await store.takeQuota(claims)).toEqual(taken([1, 1]))
      expect(await store.takeQuota(claims)).toEqual(taken([2, 2]))
      const refused = { taken: false, exhausted: 0, used: [2, 2] }
      expect(await store.takeQuota(claims)).toEqual(refused)
      expect(await store.takeQuota(claims.toReversed())).toEqual({
        ...refused,
        exhausted: 1,
      })
      expect(await store.quotaUsed(claims)).toEqual([2, 2])
      await store.returnQuota(claims)
      expect(await store.quotaUsed(claims)).toEqual([1, 1])
    })

    test('behavior: the next window begins anew; a limit of 0 gives nothing', async () => {
      const { store } = subject()
      const full = claimOf('window', 's', 1)
      expect(await store.takeQuota([full])).toEqual(taken([1]))
      const next = { ...full, from: T0 + DAY, until: T0 + 2 * DAY }
      expect(await store.takeQuota([next])).toEqual(taken([1]))
      expect(await store.takeQuota([claimOf('none', 's', 0)])).toEqual({
        taken: false,
        exhausted: 0,
        used: [0],
      })
      expect(await store.takeQuota([])).toEqual(taken([]))
    })

    test('behavior: a claim made twice counts twice or not at all', async () => {
      const { store } = subject()
      const claim = claimOf('twice', 's', 3)
      expect(await store.takeQuota([claim, claim])).toEqual(taken([2, 2]))
      expect(await store.takeQuota([claim, claim])).toEqual({
        taken: false,
        exhausted: 0,
        used: [2, 2],
      })
      expect(await store.quotaUsed([claim])).toEqual([2])
    })

    test('behavior: given back no further than to none', async () => {
      const { store } = subject()
      const claim = claimOf('returned', 's', 3)
      await store.returnQuota([claim])
      await store.takeQuota([claim])
      await store.returnQuota([claim, claim])
      expect(await store.quotaUsed([claim])).toEqual([0])
    })

    test('behavior: the same operation is counted once, until its time', async () => {
      const { store } = subject()
      await setNow(store, T0)
      const claims = [claimOf('once', 's', 2)]
      const once = { key: 'request 1', until: T0 + 60_000 }
      const repeated = { taken: true, repeated: true, used: [1] }
      expect(await store.takeQuota(claims, once)).toEqual(taken([1]))
      expect(await store.takeQuota(claims, once)).toEqual(repeated)
      await store.returnQuota(claims, once.key)
      expect(await store.takeQuota(claims, once)).toEqual(taken([1]))
      await setNow(store, T0 + 61_000)
      const later = { ...once, until: T0 + 120_000 }
      expect(await store.takeQuota(claims, later)).toEqual(taken([2]))
      // What was refused was not done: it may be tried again.
      const other = { key: 'request 2', until: T0 + 120_000 }
      const refused = { taken: false, exhausted: 0, used: [2] }
      expect(await store.takeQuota(claims, other)).toEqual(refused)
      expect(await store.takeQuota(claims, other)).toEqual(refused)
    })

    test('behavior: 200 at once over two connections take the limit exactly', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        const claims = [
          claimOf('crowd', 'client', 60),
          claimOf('crowd', 'network', 75),
        ]
        const all = await Promise.all(
          Array.from({ length: 200 }, (_, i) => {
            const by = i % 2 === 0 ? store : second
            return by.takeQuota(i % 3 === 0 ? claims.toReversed() : claims)
          }),
        )
        expect(all.filter((one) => one.taken)).toHaveLength(60)
        expect(await store.quotaUsed(claims)).toEqual([60, 60])
        const once = { key: 'crowd', until: T0 + 10 * DAY }
        const one = [claimOf('crowd once', 's', 50)]
        const same = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            (i % 2 === 0 ? store : second).takeQuota(one, once),
          ),
        )
        expect(same.filter(isCounted)).toHaveLength(1)
        expect(await store.quotaUsed(one)).toEqual([1])
      } finally {
        await second.close()
      }
    }, 60_000)

    test('behavior: windows that ended are dropped', async () => {
      const { store } = subject()
      const old = { ...claimOf('old', 's', 5), from: T0 - DAY, until: T0 }
      await store.takeQuota([old], { key: 'old', until: T0 })
      expect(await store.pruneQuotas(T0)).toBe(0)
      expect(await store.pruneQuotas(T0 + 1)).toBe(1)
      expect(await store.quotaUsed([old])).toEqual([0])
    })
  })

  describe('keys', () => {
    const subject = subjectOf(open)

    test('default: found by its hash, its tier as saved last', async () => {
      const { store } = subject()
      const key = {
        id: 'k1',
        key_sha256: 'ab'.repeat(32),
        created_at: T0,
        tier: 'free',
        label: 'mine \0',
      } as const
      await store.saveKey(key)
      expect(await store.keyByHash(key.key_sha256)).toEqual(key)
      const exempt = { ...key, tier: 'exempt', label: null } as const
      await store.saveKey(exempt)
      expect(await store.keyByHash(key.key_sha256)).toEqual(exempt)
      expect(await store.keyByHash('none')).toBeUndefined()
    })
  })
}

function isCounted(one: Awaited<ReturnType<Store['takeQuota']>>): boolean {
  return one.taken && !one.repeated
}

function taken(used: readonly number[]) {
  return { taken: true, repeated: false, used }
}

function claimOf(scope: string, subject: string, limit: number): QuotaClaim {
  return { scope, subject, from: T0, until: T0 + DAY, limit }
}
