import { describe, expect, test } from 'vitest'
import { StoreRefusal } from '../../errors.js'
import { openStore } from '../../open-store.js'
import type { SettlementJob } from '../../store.js'
import { T0 } from '../samples.js'
import { setNow } from '../set-now.js'
import { type OpenSubject, subjectOf } from '../subject.js'

const BASE = 'eip155:8453'

export function describeFigures(open: OpenSubject): void {
  describe('figures', () => {
    const subject = subjectOf(open)

    test('default: the newest of a wallet replaces, whatever its case', async () => {
      const { store } = subject()
      const wallet = `0x${'ab'.repeat(20)}`
      const of = (at: number, payers: number) => ({
        network: BASE,
        wallet,
        at,
        figures: { payers, odd: '\0' },
      })
      await store.saveFigures([of(T0, 1), { ...of(T0, 9), network: 'x' }])
      await store.saveFigures([{ ...of(T0 + 1, 2), wallet: mixed(wallet) }])
      await store.saveFigures([of(T0 - 1, 3)])
      expect(await store.figuresOf(BASE, mixed(wallet))).toEqual(of(T0 + 1, 2))
      expect(await store.figuresOf('y', wallet)).toBeUndefined()
    })
  })

  describe('settlement jobs', () => {
    const subject = subjectOf(open)

    test('default: the oldest is leased, and again past its lease', async () => {
      const { store } = subject()
      await setNow(store, T0)
      await store.queueSettlementJob(jobOf(2))
      await store.queueSettlementJob(jobOf(1))
      await store.queueSettlementJob(jobOf(1, { kind: 'export' }))
      const running = jobOf(1, { state: 'running' })
      expect(await store.takeSettlementJob(60_000)).toEqual(running)
      expect((await store.takeSettlementJob(90_000))?.id).toBe('job 2')
      expect(await store.takeSettlementJob(60_000)).toBeUndefined()
      await setNow(store, T0 + 61_000)
      expect(await store.takeSettlementJob(60_000)).toEqual(running)
      await store.finishSettlementJob('job 1', { state: 'done', detail: 'ok' })
      await store.finishSettlementJob('job 1', { state: 'failed', detail: '' })
      await setNow(store, T0 + 130_000)
      expect((await store.takeSettlementJob(60_000))?.id).toBe('job 2')
      expect(await store.settlementJobs(9)).toEqual([
        jobOf(2, { state: 'running' }),
        jobOf(1, { state: 'done', detail: 'ok' }),
      ])
      expect(await store.settlementJobs(1)).toHaveLength(1)
    })

    test('behavior: two owners never lease one job', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        for (let i = 10; i < 30; i++) await store.queueSettlementJob(jobOf(i))
        const taken = await Promise.all(
          Array.from({ length: 30 }, (_, i) =>
            (i % 2 === 0 ? store : second).takeSettlementJob(60_000),
          ),
        )
        const ids = taken.flatMap((job) => job?.id ?? [])
        expect([ids.length, new Set(ids).size]).toEqual([20, 20])
      } finally {
        await second.close()
      }
    })
  })

  describe('budgets', () => {
    const subject = subjectOf(open)

    test('default: reserved once by its key, up to the limit', async () => {
      const { store } = subject()
      const claim = claimOf('a', '600000000000000000000')
      expect(await store.reserveBudget(claim)).toBe('reserved')
      expect(await store.reserveBudget(claim)).toBe('known')
      expect(await store.reserveBudget({ ...claim, month: '2026-12' })).toBe(
        'known',
      )
      expect(await store.reserveBudget({ ...claim, key: 'b' })).toBe(
        'over_limit',
      )
      const rest = claimOf('c', '400000000000000000000')
      expect(await store.reserveBudget(rest)).toBe('reserved')
      const spent = () => store.budgetSpent('probes', '2026-11')
      expect(await spent()).toBe('1000000000000000000000')
      await store.releaseBudget('probes', 'a')
      await store.releaseBudget('probes', 'a')
      expect(await spent()).toBe('400000000000000000000')
      expect(await store.reserveBudget(claim)).toBe('reserved')
      expect(await store.budgetSpent('probes', '2026-12')).toBe('0')
      expect(await store.budgetSpent('none', '2026-12')).toBe('0')
    })

    test('behavior: many at once stay within the limit', async () => {
      const { store, where } = subject()
      const second = await openStore(where)
      try {
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, i) =>
            (i % 2 === 0 ? store : second).reserveBudget({
              ...claimOf(`crowd ${Math.floor(i / 2)}`, '10'),
              budget: 'crowd',
              limit_atomic: '155',
            }),
          ),
        )
        const count = (word: string) =>
          answers.filter((one) => one === word).length
        expect(count('reserved')).toBe(15)
        expect(await store.budgetSpent('crowd', '2026-11')).toBe('150')
      } finally {
        await second.close()
      }
    })

    test('throws on what is no amount', async () => {
      const { store } = subject()
      for (const amount of ['-1', '1.5', '', '1e3'])
        await expect(store.reserveBudget(claimOf('x', amount))).rejects.toThrow(
          StoreRefusal,
        )
    })
  })
}

function mixed(wallet: string): string {
  return wallet.replaceAll('b', 'B')
}

function jobOf(
  number: number,
  more: Partial<SettlementJob> = {},
): SettlementJob {
  return {
    id: `job ${number}`,
    at: T0 + number,
    kind: 'sync',
    arguments: { from: 'NUL \0' },
    state: 'queued',
    detail: null,
    ...more,
  }
}

function claimOf(key: string, amount_atomic: string) {
  return {
    budget: 'probes',
    month: '2026-11',
    key,
    amount_atomic,
    limit_atomic: '1000000000000000000000',
  }
}
