import { describe, expect, test } from 'vitest'
import { settlementFeed } from '../../feeds/counterparty.js'
import { NETWORK, NOW } from '../ledger.js'
import {
  BUYER,
  DAY,
  freshEngine,
  type OpenEngine,
  SELLER,
  WINDOW,
} from './subject.js'

/** What was read without a gap, and a feed that says when it was not. */
export function describeCoverage(open: OpenEngine): void {
  describe('coverage', () => {
    const subject = freshEngine(open)
    test('default: spans that touch are one', async () => {
      const cover = (wallets: string[] | 'all', from: number, to: number) =>
        subject.engine.append({
          network: NETWORK,
          transfers: [],
          coverage: { wallets, from, to },
        })
      expect(await subject.engine.coverage(NETWORK, SELLER)).toBe(undefined)
      await cover([SELLER], 100, 200)
      await cover([SELLER], 50, 100)
      expect(await subject.engine.coverage(NETWORK, SELLER)).toEqual({
        from: 50,
        to: 200,
      })
      expect(await subject.engine.coverage(NETWORK, BUYER)).toBe(undefined)
      await cover('all', 150, 300)
      expect(await subject.engine.coverage(NETWORK, SELLER)).toEqual({
        from: 50,
        to: 300,
      })
      expect(await subject.engine.coverage(NETWORK, BUYER)).toEqual({
        from: 150,
        to: 300,
      })
    })

    test('behavior: a feed is missing unless the window was read', async () => {
      const feed = () =>
        settlementFeed(
          subject.engine,
          { network: NETWORK, wallet: SELLER, now: NOW },
          'rpc-logs',
          DAY,
        )
      expect(await feed()).toEqual({ status: 'missing', why: 'not_covered' })
      await subject.engine.append({
        network: NETWORK,
        transfers: [],
        coverage: {
          wallets: [SELLER],
          from: WINDOW.after,
          to: WINDOW.until - DAY,
        },
      })
      expect(await feed()).toMatchObject({ status: 'available' })
    })
  })
}
