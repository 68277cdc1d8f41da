import { counterparty, merchant } from '@assay402/core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  counterpartyFigures,
  settlementFeed,
} from '../../feeds/counterparty.js'
import { merchantActivity } from '../../feeds/merchant.js'
import { countedActivity, createJudge } from '../judged.js'
import { ledgerOf, NETWORK, NOW, NOW_MS, walletOf } from '../ledger.js'
import {
  DAY,
  figuresOn,
  freshEngine,
  type OpenEngine,
  WINDOW,
} from './subject.js'

/** Figures equal what rulebooks counterparty and merchant say of the same rows. */
export function describeRulebooks(open: OpenEngine, sellers: number): void {
  describe('against the rulebooks', () => {
    const subject = freshEngine(open)
    const figures = figuresOn(subject)
    const { transfers, hops } = ledgerOf(sellers, 402)
    const judge = createJudge(transfers, hops)
    beforeAll(async () => {
      // Funding and settlement arrive in different batches, in no order.
      const half = transfers.length >> 1
      for (const part of [transfers.slice(half), transfers.slice(0, half)])
        await subject.engine.append({ network: NETWORK, transfers: part })
      await subject.engine.append({
        network: NETWORK,
        transfers: hops,
        kind: 'hops',
        coverage: { wallets: 'all', from: 0, to: NOW_MS },
      })
    })

    test(`default: the figures of ${sellers} sellers equal the rulebooks’`, async () => {
      const excluded = [walletOf('buyer', 3), walletOf('buyer', 20)]
      let [washed, looped] = [0, 0]
      for (let i = 0; i < sellers; i++) {
        const wallet = walletOf('seller', i)
        const ask = { network: NETWORK, wallet, now: NOW }
        const { cut, ...ours } = await counterpartyFigures(
          subject.engine,
          ask,
          excluded,
        )
        expect(cut).toBe(null)
        expect(ours).toEqual(judge(wallet, excluded))
        const activity = await merchantActivity(subject.engine, ask)
        const { count } = ours.extended.refunds
        const counted = countedActivity(wallet, transfers, count)
        expect(activity).toEqual(counted)
        const merchantAsk = { now: NOW, wallet, indexed: true }
        expect(merchant.judge({ ...merchantAsk, activity })).toEqual(
          merchant.judge({ ...merchantAsk, activity: counted }),
        )
        if (ours.totals.washed_volume_atomic !== '0') washed++
        if (ours.extended.multi_hop.wallets.length > 0) looped++
      }
      // The market is no use when hardly anybody washes in it.
      expect(washed).toBeGreaterThan(sellers / 4)
      expect(looped).toBeGreaterThan(sellers / 10)
    }, 300_000)

    test('behavior: all figures at once are those of each', async () => {
      const all = await subject.engine.allFigures(NETWORK, WINDOW, [])
      expect(all.length).toBeGreaterThan(sellers * 0.9)
      for (const row of all) expect(await figures(row.wallet)).toEqual(row)
    }, 60_000)

    test('behavior: the feed gives the rulebook the same rows', async () => {
      const ask = { network: NETWORK, wallet: walletOf('seller', 30), now: NOW }
      const settlement = await settlementFeed(
        subject.engine,
        ask,
        'rpc-logs',
        DAY,
      )
      const judged = counterparty.judge({
        now: NOW,
        subject: ask.wallet,
        network: NETWORK,
        pay_to: ask.wallet,
        settlement,
      }) as Record<string, unknown>
      const ours = await counterpartyFigures(subject.engine, ask)
      expect(judged['extended']).toEqual(ours.extended)
      expect(judged['totals']).toEqual(ours.totals)
    })
  })
}
