import { describe, expect, test } from 'vitest'
import { NETWORK, NOW_MS, transferOf, walletOf } from '../ledger.js'
import {
  DAY,
  figuresOn,
  freshEngine,
  type OpenEngine,
  SELLER,
  WINDOW,
} from './subject.js'

/** Sums of one seller by rules 1 and 2. */
export function describeFigures(open: OpenEngine): void {
  describe('figures', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    test('default: a wallet never seen has none', async () => {
      expect(await figures()).toBe(undefined)
      expect(await subject.engine.allFigures(NETWORK, WINDOW, [])).toEqual([])
      expect(await subject.engine.firstSeen(NETWORK, SELLER)).toBe(undefined)
      expect(await subject.engine.transfers(NETWORK, SELLER, WINDOW)).toEqual(
        [],
      )
      expect(await subject.engine.sentBy(NETWORK, [SELLER], WINDOW)).toEqual([])
    })

    test('behavior: rules 1 and 2, repeat buyers, the largest payer', async () => {
      const [b1, b2, b3] = [1, 2, 3].map((i) => walletOf('buyer', i))
      const paid = (from: string, amount: bigint) =>
        transferOf({ from, to: SELLER, amount })
      await subject.engine.append({
        network: NETWORK,
        transfers: [
          paid(SELLER, 1n),
          paid(b1 as string, 10n),
          paid(b1 as string, 10n),
          paid(b2 as string, 100n),
          paid(b3 as string, 1_000n),
          transferOf({ from: SELLER, to: b3 as string, class: 'none' }),
          { ...paid(b2 as string, 5_000n), class: 'weak' },
          { ...paid(b2 as string, 5_000n), class: 'none' },
          paid(walletOf('buyer', 4), 0n),
        ],
      })
      expect(await figures()).toEqual({
        wallet: SELLER,
        volume: 1_121n,
        washed: 1_001n,
        settlements: 5,
        buyers: 3,
        real_buyers: 2,
        repeat_buyers: 1,
        top_payer: 1_000n,
      })
      expect(
        await subject.engine.figures(NETWORK, SELLER, WINDOW, [b1 as string]),
      ).toMatchObject({ real_buyers: 1, repeat_buyers: 0, buyers: 3 })
      expect(
        await subject.engine.payers(NETWORK, SELLER, WINDOW, { limit: 2 }),
      ).toEqual([
        {
          wallet: b3,
          volume: 1_000n,
          settlements: 1,
          first_at: NOW_MS - DAY,
          last_at: NOW_MS - DAY,
          least: 1_000n,
          most: 1_000n,
          washed: 'yes',
        },
        expect.objectContaining({ wallet: b2, washed: 'no' }),
      ])
    })
  })
}
