import { beforeAll, describe, expect, test } from 'vitest'
import { NETWORK, NOW_MS, transferOf, walletOf } from '../ledger.js'
import {
  DAY,
  figuresOn,
  freshEngine,
  type OpenEngine,
  WINDOW,
} from './subject.js'

const SELLERS = 16

/**
 * Rows are shared by seller, so the transfer that funds a buyer may lie on
 * another shard than the purchase: nothing washed may be lost by that.
 */
export function describeAcrossShards(open: OpenEngine): void {
  describe('across shards', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    const seller = (i: number) => walletOf('seller', 300 + i)
    const buyer = (i: number) => walletOf('buyer', 300 + i)
    const at = NOW_MS - 3 * DAY
    beforeAll(async () => {
      for (let i = 0; i < SELLERS; i++) {
        const [from, to] = [buyer(i), seller(i)]
        const bought = [
          transferOf({ from, to, at, amount: 100n }),
          transferOf({ from: buyer(50 + i), to, at, amount: 1n }),
        ]
        // Buyers sell too, so that what funds them lies with their own sales.
        const sold = transferOf({ from: buyer(90), to: from, at, amount: 7n })
        const fund = transferOf({ from: to, to: from, at, class: 'none' })
        for (const transfers of i % 2 === 0
          ? [[fund], bought, [sold]]
          : [bought, [sold], [fund]])
          await subject.engine.append({ network: NETWORK, transfers })
      }
    })

    test('default: a funding row on another shard is seen', async () => {
      for (let i = 0; i < SELLERS; i++)
        expect(await figures(seller(i))).toMatchObject({
          volume: 101n,
          washed: 100n,
          buyers: 2,
          real_buyers: 1,
        })
    })

    test('behavior: so it is when all are asked at once', async () => {
      const all = await subject.engine.allFigures(NETWORK, WINDOW, [])
      const washed = all
        .filter(({ volume }) => volume === 101n)
        .map((row) => row.washed)
      expect(washed).toEqual(Array.from({ length: SELLERS }, () => 100n))
      expect(all).toHaveLength(2 * SELLERS)
    })

    test('behavior: returns and what wallets sent come from every shard', async () => {
      const wallets = Array.from({ length: SELLERS }, (_, i) => seller(i))
      const sent = await subject.engine.sentBy(NETWORK, wallets, WINDOW)
      expect(new Set(sent.map(({ from }) => from))).toEqual(new Set(wallets))
      for (let i = 0; i < SELLERS; i++) {
        const rows = await subject.engine.returns(NETWORK, seller(i), WINDOW)
        expect(rows.map(({ amount }) => amount).sort()).toEqual([100n, 10_000n])
      }
    })
  })
}
