import { describe, expect, test } from 'vitest'
import { openDuckDb } from '../duckdb/engine.js'
import { counterpartyFigures } from '../feeds/counterparty.js'
import { windowAt } from '../feeds/window.js'
import {
  createRandom,
  ledgerOf,
  NETWORK,
  NOW,
  NOW_MS,
  transferOf,
  walletOf,
} from '../testing/ledger.js'
import type { Transfer } from '../transfer.js'

const WINDOW = windowAt(NOW)
const DAY = 86_400_000

/** Money that runs in circles among few wallets, at few moments. */
function ringsOf(seed: number): { transfers: Transfer[]; hops: Transfer[] } {
  const random = createRandom(seed)
  const wallets = [
    ...[0, 1, 2, 3].map((i) => walletOf('seller', i)),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => walletOf('buyer', i)),
    ...[0, 1, 2].map((i) => walletOf('middle', i)),
  ]
  const rows = (count: number) =>
    Array.from({ length: count }, () =>
      transferOf({
        from: wallets[random(wallets.length)] as string,
        to: wallets[random(wallets.length)] as string,
        at: NOW_MS - 31 * DAY + random(40) * 0.8 * DAY,
        block: random(3),
        amount: [0n, 1n, 3n, 2n ** 32n - 1n, 2n ** 33n, 2n ** 62n][
          random(6)
        ] as bigint,
        class: random(3) === 0 ? 'strong' : 'none',
      }),
    )
  return { transfers: rows(20 + random(60)), hops: rows(10 + random(60)) }
}

/** Each seller's loops equal what is said of it alone. */
async function expectSame(market: {
  readonly transfers: Transfer[]
  readonly hops: Transfer[]
}) {
  const engine = await openDuckDb({ file: ':memory:', threads: 1 })
  const { transfers, hops } = market
  await engine.append({ network: NETWORK, transfers })
  await engine.append({ network: NETWORK, transfers: hops, kind: 'hops' })
  const loops = await engine.allLoops(NETWORK, WINDOW)
  const byWallet = new Map(loops.map((row) => [row.wallet, row]))
  const figures = await engine.allFigures(NETWORK, WINDOW, [])
  for (const { wallet, washed } of figures) {
    const ask = { network: NETWORK, wallet, now: NOW }
    const { extended, cut } = await counterpartyFigures(engine, ask)
    const found = byWallet.get(wallet)
    expect({
      wallets: found?.buyers ?? [],
      washed_volume_atomic: String(washed + (found?.unwashed ?? 0n)),
    }).toEqual(extended.multi_hop)
    expect(found?.cut ?? null).toEqual(cut)
    const given = await counterpartyFigures(engine, ask, [], found)
    if (found !== undefined) expect(given.extended).toEqual(extended)
  }
  await engine.close()
  return loops
}

describe('allLoops', () => {
  test('default: every seller of a market at once', async () => {
    const loops = await expectSame(ledgerOf(60, 11))
    expect(
      loops.filter(({ buyers }) => buyers.length > 0).length,
    ).toBeGreaterThan(5)
  }, 120_000)

  test.each([1, 2, 3, 4, 5, 6])(
    'behavior: circles, seed %i',
    async (seed) => {
      await expectSame(ringsOf(seed))
    },
    120_000,
  )

  test('behavior: what is not followed is said', async () => {
    const seller = walletOf('seller', 1)
    const at = (n: number) => NOW_MS - DAY + n * 1_000
    const send = (from: string, to: string, n: number) =>
      transferOf({ from, to, at: at(n), amount: 5n, class: 'none' })
    const middle = (i: number) => walletOf('middle', i)
    const buyer = (i: number) => walletOf('buyer', i)
    const sold = [1, 2, 9_000].map((i) =>
      transferOf({ from: buyer(i), to: seller, at: at(0), amount: 7n }),
    )
    const paid = Array.from({ length: 230 }, (_, i) =>
      send(seller, middle(i), i),
    )
    // 200 others each, some of them one or two more; the seller is nobody's.
    const hops = Array.from({ length: 30 * 303 }, (_, i) =>
      send(
        middle(i % 30),
        Math.floor(i / 30) % 3 === 0 ? seller : buyer(i),
        300 + i,
      ),
    )
    const [loop] = await expectSame({ transfers: [...sold, ...paid], hops })
    expect(loop?.cut?.hubs).toContain(seller)
    expect(loop?.cut?.hubs.length).toBeGreaterThan(1)
    expect(loop?.cut?.unread).toBeGreaterThan(0)
  }, 120_000)

  test('behavior: nothing there, and a window that is too long', async () => {
    const engine = await openDuckDb({ file: ':memory:', threads: 1 })
    expect(await engine.allLoops(NETWORK, WINDOW)).toEqual([])
    await engine.append({
      network: NETWORK,
      transfers: [
        transferOf({ from: walletOf('buyer', 1), to: walletOf('seller', 1) }),
      ],
    })
    expect(await engine.allLoops(NETWORK, WINDOW)).toEqual([])
    await expect(
      engine.allLoops(NETWORK, { after: 0, until: NOW_MS }),
    ).rejects.toThrow('49 days')
    await engine.close()
  })
})
