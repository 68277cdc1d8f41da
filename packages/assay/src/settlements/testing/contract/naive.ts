import { describe, expect, test } from 'vitest'
import type { Batch, SettlementEngine } from '../../engine.js'
import { TRANSFER_CLASSES, type Transfer, type Window } from '../../transfer.js'
import { dayOf } from '../../window.js'
import { createRandom, NOW_MS, transferOf, walletOf } from '../ledger.js'
import { createNaiveEngine } from '../naive/engine.js'
import { DAY, freshEngine, type OpenEngine } from './subject.js'

const WALLETS = [
  ...[0, 1, 2].map((i) => walletOf('seller', i)),
  ...[0, 1, 2, 3, 4, 5].map((i) => walletOf('buyer', i)),
]
const RULE = { window_ms: 600_000, buyers: 2 }

/**
 * Whatever is appended, replaced and asked in whatever order: the answers are
 * those of an engine that keeps plain rows.
 */
export function describeAgainstNaive(open: OpenEngine): void {
  describe('against plain rows', () => {
    const subject = freshEngine(open)
    // On one engine, one network each, so that networks do not mix either.
    test.each([1, 2, 3, 4])(
      'behavior: any history, seed %i',
      async (seed) => {
        const random = createRandom(seed)
        const network = `eip155:${1_000 + seed}`
        const naive = createNaiveEngine()
        for (let step = 0; step < 6; step++) {
          const batch = batchOf(random, network, step)
          expect(await subject.engine.append(batch)).toEqual(
            await naive.append(batch),
          )
          if (random(2) === 0) await subject.engine.refresh()
          const window = windowOf(random)
          await compare(subject.engine, naive, network, window, random)
        }
      },
      120_000,
    )
  })
}

type Random = (below: number) => number

function pick<T>(random: Random, of: readonly T[]): T {
  return of[random(of.length)] as T
}

function batchOf(random: Random, network: string, step: number): Batch {
  // Later batches reach further ahead, and back into any day.
  const latest = NOW_MS - (5 - step) * DAY * pick(random, [0, 1, 2])
  const transfers = Array.from({ length: 5 + random(40) }, () => {
    const at = latest - random(pick(random, [1, 3, 33]) * 86_400) * 1_000
    return transferOf({
      network,
      at,
      block: Math.floor(at / 3_600_000),
      from: pick(random, WALLETS),
      to: pick(random, WALLETS),
      amount: pick(random, [0n, 1n, 5n, 5n, 2n ** 40n]),
      class: pick(random, TRANSFER_CLASSES),
    })
  })
  const from_block = Math.floor((latest - random(4) * DAY) / 3_600_000)
  const wallets = [pick(random, WALLETS), pick(random, WALLETS)]
  return {
    network,
    transfers,
    kind: random(5) === 0 ? 'hops' : 'transfers',
    ...(random(3) === 0 && { replace: { from_block, wallets } }),
  }
}

function windowOf(random: Random): Window {
  const until = NOW_MS - random(pick(random, [1, 3, 40]) * 86_400) * 1_000
  return { after: until - pick(random, [1, 29, 30, 30, 30, 31]) * DAY, until }
}

async function compare(
  engine: SettlementEngine,
  naive: SettlementEngine,
  network: string,
  window: Window,
  random: Random,
): Promise<void> {
  const excluded = random(2) === 0 ? [] : [pick(random, WALLETS)]
  const byWallet = <Row extends { readonly wallet: string }>(rows: Row[]) =>
    rows.sort((a, b) => (a.wallet < b.wallet ? -1 : 1))
  const answersOf = async (of: SettlementEngine, wallet: string) => ({
    figures: await of.figures(network, wallet, window, excluded),
    payers: byWallet(await of.payers(network, wallet, window)),
    daily: await of.daily(
      network,
      wallet,
      dayOf(window.after),
      dayOf(window.until),
    ),
    cohorts: (await of.cohorts(network, wallet, window, RULE)).sort((a, b) =>
      String(a.wallets) < String(b.wallets) ? -1 : 1,
    ),
    first: await of.firstSeen(network, wallet),
    settled: await of.firstSettledDay(network, wallet),
    transfers: keysOf(await of.transfers(network, wallet, window)),
    returns: keysOf(await of.returns(network, wallet, window)),
    sent: keysOf(await of.sentBy(network, [wallet], window)),
  })
  // Some of them each time: a server over the wire has its price.
  const some = WALLETS.filter((_, i) => i === 0 || random(3) === 0)
  for (const wallet of some)
    expect(await answersOf(engine, wallet)).toEqual(
      await answersOf(naive, wallet),
    )
  expect(byWallet(await engine.allFigures(network, window, excluded))).toEqual(
    byWallet(await naive.allFigures(network, window, excluded)),
  )
}

function keysOf(rows: readonly Transfer[]): string[] {
  return rows.map(({ tx, log_index }) => `${tx} ${log_index}`).sort()
}
