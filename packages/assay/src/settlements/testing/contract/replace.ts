import { describe, expect, test } from 'vitest'
import { NETWORK, NOW_MS, transferOf, walletOf } from '../ledger.js'
import {
  BUYER,
  DAY,
  figuresOn,
  freshEngine,
  type OpenEngine,
  SELLER,
  WINDOW,
} from './subject.js'

/** A tail that is read anew takes the place of the old one. */
export function describeReplace(open: OpenEngine): void {
  describe('replace', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    test('default: a re-organised tail leaves no ghost', async () => {
      const kept = transferOf({ from: BUYER, to: SELLER, block: 99 })
      const ghost = transferOf({ from: BUYER, to: SELLER, block: 100 })
      const loop = transferOf({ from: SELLER, to: BUYER, block: 101 })
      const stranger = transferOf({
        from: BUYER,
        to: walletOf('seller', 2),
        block: 100,
      })
      await subject.engine.append({
        network: NETWORK,
        transfers: [kept, ghost, loop, stranger],
      })
      expect(await figures()).toMatchObject({
        settlements: 2,
        washed: 20_000n,
      })
      const again = transferOf({
        from: walletOf('buyer', 2),
        to: SELLER,
        block: 100,
        at: NOW_MS - 3 * DAY,
      })
      expect(
        await subject.engine.append({
          network: NETWORK,
          transfers: [again],
          replace: { from_block: 100, wallets: [SELLER] },
        }),
      ).toEqual({ added: 1, known: 0, removed: 2 })
      expect(await figures()).toMatchObject({
        settlements: 2,
        washed: 0n,
        buyers: 2,
      })
      expect(await figures(walletOf('seller', 2))).toMatchObject({
        settlements: 1,
      })
      expect(
        (await subject.engine.transfers(NETWORK, SELLER, WINDOW)).map(
          ({ tx }) => tx,
        ),
      ).toEqual([again.tx, kept.tx])
    })
  })
}
