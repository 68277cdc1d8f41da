import { describe, expect, test } from 'vitest'
import { dayOf } from '../../window.js'
import { NETWORK, NOW_MS, transferOf, walletOf } from '../ledger.js'
import {
  BUYER,
  DAY,
  figuresOn,
  freshEngine,
  type OpenEngine,
} from './subject.js'

/** Daily series, and windows that are no whole days. */
export function describeDays(open: OpenEngine): void {
  describe('days', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    test('behavior: a new day changes that day only, whatever the order', async () => {
      const seller = walletOf('seller', 9)
      const rows = [3, 1, 2, 3].map((days) =>
        transferOf({ from: BUYER, to: seller, at: NOW_MS - days * DAY }),
      )
      for (const row of rows)
        await subject.engine.append({ network: NETWORK, transfers: [row] })
      expect(await subject.engine.refresh()).toBe(3)
      expect(await subject.engine.refresh()).toBe(0)
      const today = dayOf(NOW_MS)
      expect(
        await subject.engine.daily(NETWORK, seller, today - 3, today),
      ).toEqual([
        { day: today - 3, settlements: 2, volume: 20_000n },
        { day: today - 2, settlements: 1, volume: 10_000n },
        { day: today - 1, settlements: 1, volume: 10_000n },
      ])
      expect(await subject.engine.firstSettledDay(NETWORK, seller)).toBe(
        today - 3,
      )
      expect(await subject.engine.firstSeen(NETWORK, seller)).toBe(
        NOW_MS - 3 * DAY,
      )
    })

    test('behavior: what a wallet sent before it was a seller counts', async () => {
      const late = walletOf('seller', 10)
      const out = transferOf({ from: late, to: BUYER, class: 'none' })
      await subject.engine.append({ network: NETWORK, transfers: [out] })
      await subject.engine.append({
        network: NETWORK,
        transfers: [transferOf({ from: BUYER, to: late, amount: 3n })],
      })
      expect(await figures(late)).toMatchObject({ volume: 3n, washed: 3n })
    })

    test('behavior: a window inside one day, and none at all', async () => {
      const seller = walletOf('seller', 11)
      const at = NOW_MS - 5 * DAY
      await subject.engine.append({
        network: NETWORK,
        transfers: [
          transferOf({ from: BUYER, to: seller, at }),
          transferOf({ from: BUYER, to: seller, at: at + 1 }),
        ],
      })
      const within = (after: number, until: number) =>
        subject.engine.figures(NETWORK, seller, { after, until }, [])
      expect(await within(at - 1, at)).toMatchObject({ settlements: 1 })
      expect(await within(at, at + 1)).toMatchObject({ settlements: 1 })
      expect(await within(at - 1, at + 1)).toMatchObject({ settlements: 2 })
      expect(await within(at + 1, at)).toBe(undefined)
    })
  })
}
