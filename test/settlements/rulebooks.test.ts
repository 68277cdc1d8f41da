import { merchant } from '@assay402/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DuckDbEngine,
  openDuckDb,
} from '../../packages/assay/src/settlements/duckdb/engine.js'
import { counterpartyFigures } from '../../packages/assay/src/settlements/feeds/counterparty.js'
import { merchantActivity } from '../../packages/assay/src/settlements/feeds/merchant.js'
import { windowAt } from '../../packages/assay/src/settlements/feeds/window.js'
import {
  countedActivity,
  createJudge,
} from '../../packages/assay/src/settlements/testing/judged.js'
import {
  ledgerOf,
  NETWORK,
  NOW,
  NOW_MS,
  walletOf,
} from '../../packages/assay/src/settlements/testing/ledger.js'

// The same transfers twice: added up by the settlement engine, and row by row
// by the rulebooks, as `assay judge counterparty` and `merchant` do it.
const SELLERS = 200
const SEED = 2026
const EXCLUDED = [walletOf('buyer', 3), walletOf('buyer', 20)]

describe(`figures of ${SELLERS} random sellers`, () => {
  const { transfers, hops } = ledgerOf(SELLERS, SEED)
  const judge = createJudge(transfers, hops)
  const sellers = Array.from({ length: SELLERS }, (_, i) =>
    walletOf('seller', i),
  )
  let engine: DuckDbEngine
  beforeAll(async () => {
    engine = await openDuckDb({ file: ':memory:', threads: 2 })
    await engine.append({ network: NETWORK, transfers })
    await engine.append({
      network: NETWORK,
      transfers: hops,
      kind: 'hops',
      coverage: { wallets: 'all', from: 0, to: NOW_MS },
    })
  })
  afterAll(() => engine.close())

  test('default: rulebook counterparty says the same, and nothing is cut', async () => {
    for (const wallet of sellers) {
      const ask = { network: NETWORK, wallet, now: NOW }
      const { cut, ...ours } = await counterpartyFigures(engine, ask, EXCLUDED)
      expect(cut).toBe(null)
      expect(ours).toEqual(judge(wallet, EXCLUDED))
    }
  }, 300_000)

  test('behavior: so it does with the loops of all sellers at once', async () => {
    const loops = await engine.allLoops(NETWORK, windowAt(NOW))
    expect(loops.every(({ cut }) => cut === null)).toBe(true)
    for (const found of loops) {
      const ask = { network: NETWORK, wallet: found.wallet, now: NOW }
      const ours = await counterpartyFigures(engine, ask, EXCLUDED, found)
      expect(ours.extended).toEqual(judge(found.wallet, EXCLUDED).extended)
    }
    const looped = loops.filter(({ buyers }) => buyers.length > 0)
    expect(looped.length).toBeGreaterThan(SELLERS / 10)
  }, 300_000)

  test('behavior: rulebook merchant judges the same', async () => {
    for (const wallet of sellers) {
      const ask = { network: NETWORK, wallet, now: NOW }
      const activity = await merchantActivity(engine, ask)
      const refunds = activity?.refund_count ?? 0
      const counted = countedActivity(wallet, transfers, refunds)
      expect(activity).toEqual(counted)
      const input = { now: NOW, wallet, indexed: true }
      expect(merchant.judge({ ...input, activity })).toEqual(
        merchant.judge({ ...input, activity: counted }),
      )
    }
  }, 300_000)
})
