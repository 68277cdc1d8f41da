import { counterparty, merchant } from '@assay402/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettlementEngine } from '../engine.js'
import { counterpartyFigures, settlementFeed } from '../feeds/counterparty.js'
import { merchantActivity } from '../feeds/merchant.js'
import { timeText, windowAt } from '../feeds/window.js'
import type { Transfer } from '../transfer.js'
import { dayOf } from '../window.js'
import {
  ledgerOf,
  NETWORK,
  NOW,
  NOW_MS,
  transferOf,
  walletOf,
} from './ledger.js'

/** An engine with nothing in it, and how to be rid of it. */
export type OpenEngine = () => Promise<{
  readonly engine: SettlementEngine
  dispose(): Promise<void>
}>

const DAY = 86_400_000
const SELLER = walletOf('seller', 1)
const BUYER = walletOf('buyer', 1)
const WINDOW = windowAt(NOW)
const SETTLED = ['strong', 'by_contract', 'probable']

/** The one contract of every settlement engine. */
export function describeSettlements(name: string, open: OpenEngine): void {
  describe(`settlements on ${name}`, () => {
    let opened: Awaited<ReturnType<OpenEngine>>
    let engine: SettlementEngine
    const fresh = () => {
      beforeAll(async () => {
        opened = await open()
        engine = opened.engine
      })
      afterAll(() => opened.dispose())
    }
    const figures = (wallet = SELLER) =>
      engine.figures(NETWORK, wallet, WINDOW, [])

    describe('append', () => {
      fresh()
      test('default: a row is known by network, tx and log_index', async () => {
        const row = transferOf({ from: BUYER, to: SELLER, amount: 5n })
        const other = { ...row, log_index: row.log_index + 1, amount: 7n }
        expect(
          await engine.append({ network: NETWORK, transfers: [row, row] }),
        ).toEqual({ added: 1, known: 0, removed: 0 })
        expect(
          await engine.append({
            network: NETWORK,
            transfers: [{ ...row, amount: 9n }, other],
          }),
        ).toEqual({ added: 1, known: 1, removed: 0 })
        expect(await figures()).toMatchObject({ volume: 12n, settlements: 2 })
      })

      test('behavior: another network is another row', async () => {
        const row = transferOf({ from: BUYER, to: SELLER })
        const polygon = { ...row, network: 'eip155:137' }
        await engine.append({ network: NETWORK, transfers: [row] })
        await engine.append({ network: 'eip155:137', transfers: [polygon] })
        expect(
          await engine.figures('eip155:137', SELLER, WINDOW, []),
        ).toMatchObject({ settlements: 1 })
      })

      test('behavior: cursor and rows go together or not at all', async () => {
        const bad = transferOf({ from: BUYER, to: SELLER, amount: -1n })
        const cursor = { name: 'reader', value: 'first' }
        await engine.append({ network: NETWORK, transfers: [], cursor })
        const before = await figures()
        const attempt = engine.append({
          network: NETWORK,
          transfers: [transferOf({ from: BUYER, to: SELLER }), bad],
          cursor: { name: 'reader', value: 'second' },
        })
        await expect(attempt).rejects.toThrow('impossible amount')
        expect(await engine.cursor('reader')).toBe('first')
        expect(await figures()).toEqual(before)
        expect(await engine.cursor('nobody')).toBe(undefined)
      })

      test('behavior: addresses compare without case, Solana exactly', async () => {
        const seller = `0x${'AB'.repeat(20)}`
        await engine.append({
          network: NETWORK,
          transfers: [transferOf({ from: BUYER, to: seller })],
        })
        expect(await figures(seller.toLowerCase())).toMatchObject({
          wallet: seller.toLowerCase(),
          settlements: 1,
        })
        const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
        const row = { network: solana, from: 'Abc', to: 'Seller' }
        await engine.append({
          network: solana,
          transfers: [transferOf(row), transferOf({ ...row, to: 'SELLER' })],
        })
        expect(
          await engine.figures(solana, 'Seller', WINDOW, []),
        ).toMatchObject({ wallet: 'Seller', settlements: 1 })
      })

      test('behavior: amounts up to the most are exact', async () => {
        const most = 2n ** 63n - 1n
        const seller = walletOf('seller', 77)
        await engine.append({
          network: NETWORK,
          transfers: [1, 2, 3].map(() =>
            transferOf({ from: BUYER, to: seller, amount: most }),
          ),
        })
        expect(await figures(seller)).toMatchObject({
          volume: 3n * most,
          top_payer: 3n * most,
        })
      })
    })

    describe('replace', () => {
      fresh()
      test('default: a re-organised tail leaves no ghost', async () => {
        const kept = transferOf({ from: BUYER, to: SELLER, block: 99 })
        const ghost = transferOf({ from: BUYER, to: SELLER, block: 100 })
        const loop = transferOf({ from: SELLER, to: BUYER, block: 101 })
        const stranger = transferOf({
          from: BUYER,
          to: walletOf('seller', 2),
          block: 100,
        })
        await engine.append({
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
          await engine.append({
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
          (await engine.transfers(NETWORK, SELLER, WINDOW)).map(({ tx }) => tx),
        ).toEqual([again.tx, kept.tx])
      })
    })

    describe('figures', () => {
      fresh()
      test('default: a wallet never seen has none', async () => {
        expect(await figures()).toBe(undefined)
        expect(await engine.allFigures(NETWORK, WINDOW, [])).toEqual([])
        expect(await engine.firstSeen(NETWORK, SELLER)).toBe(undefined)
        expect(await engine.transfers(NETWORK, SELLER, WINDOW)).toEqual([])
        expect(await engine.sentBy(NETWORK, [SELLER], WINDOW)).toEqual([])
      })

      test('behavior: rules 1 and 2, repeat buyers, the largest payer', async () => {
        const [b1, b2, b3] = [1, 2, 3].map((i) => walletOf('buyer', i))
        const paid = (from: string, amount: bigint) =>
          transferOf({ from, to: SELLER, amount })
        await engine.append({
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
          await engine.figures(NETWORK, SELLER, WINDOW, [b1 as string]),
        ).toMatchObject({ real_buyers: 1, repeat_buyers: 0, buyers: 3 })
        expect(
          await engine.payers(NETWORK, SELLER, WINDOW, { limit: 2 }),
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

      test('behavior: a new day changes that day only, whatever the order', async () => {
        const seller = walletOf('seller', 9)
        const rows = [3, 1, 2, 3].map((days) =>
          transferOf({ from: BUYER, to: seller, at: NOW_MS - days * DAY }),
        )
        for (const row of rows)
          await engine.append({ network: NETWORK, transfers: [row] })
        expect(await engine.refresh()).toBe(3)
        expect(await engine.refresh()).toBe(0)
        const today = dayOf(NOW_MS)
        expect(await engine.daily(NETWORK, seller, today - 3, today)).toEqual([
          { day: today - 3, settlements: 2, volume: 20_000n },
          { day: today - 2, settlements: 1, volume: 10_000n },
          { day: today - 1, settlements: 1, volume: 10_000n },
        ])
        expect(await engine.firstSettledDay(NETWORK, seller)).toBe(today - 3)
        expect(await engine.firstSeen(NETWORK, seller)).toBe(NOW_MS - 3 * DAY)
      })

      test('behavior: what a wallet sent before it was a seller counts', async () => {
        const late = walletOf('seller', 10)
        const out = transferOf({ from: late, to: BUYER, class: 'none' })
        await engine.append({ network: NETWORK, transfers: [out] })
        await engine.append({
          network: NETWORK,
          transfers: [transferOf({ from: BUYER, to: late, amount: 3n })],
        })
        expect(await figures(late)).toMatchObject({ volume: 3n, washed: 3n })
      })

      test('behavior: a window inside one day, and none at all', async () => {
        const seller = walletOf('seller', 11)
        const at = NOW_MS - 5 * DAY
        await engine.append({
          network: NETWORK,
          transfers: [
            transferOf({ from: BUYER, to: seller, at }),
            transferOf({ from: BUYER, to: seller, at: at + 1 }),
          ],
        })
        const within = (after: number, until: number) =>
          engine.figures(NETWORK, seller, { after, until }, [])
        expect(await within(at - 1, at)).toMatchObject({ settlements: 1 })
        expect(await within(at, at + 1)).toMatchObject({ settlements: 1 })
        expect(await within(at - 1, at + 1)).toMatchObject({ settlements: 2 })
        expect(await within(at + 1, at)).toBe(undefined)
      })
    })

    describe('coverage', () => {
      fresh()
      test('default: spans that touch are one', async () => {
        const cover = (wallets: string[] | 'all', from: number, to: number) =>
          engine.append({
            network: NETWORK,
            transfers: [],
            coverage: { wallets, from, to },
          })
        expect(await engine.coverage(NETWORK, SELLER)).toBe(undefined)
        await cover([SELLER], 100, 200)
        await cover([SELLER], 50, 100)
        expect(await engine.coverage(NETWORK, SELLER)).toEqual({
          from: 50,
          to: 200,
        })
        expect(await engine.coverage(NETWORK, BUYER)).toBe(undefined)
        await cover('all', 150, 300)
        expect(await engine.coverage(NETWORK, SELLER)).toEqual({
          from: 50,
          to: 300,
        })
        expect(await engine.coverage(NETWORK, BUYER)).toEqual({
          from: 150,
          to: 300,
        })
      })

      test('behavior: a feed is missing unless the window was read', async () => {
        const feed = () =>
          settlementFeed(
            engine,
            { network: NETWORK, wallet: SELLER, now: NOW },
            'rpc-logs',
            DAY,
          )
        expect(await feed()).toEqual({ status: 'missing', why: 'not_covered' })
        await engine.append({
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

    describe('against the rulebook', () => {
      fresh()
      const sellers = 200
      const { transfers, hops } = ledgerOf(sellers, 402)
      const judgedRows = new Map(
        [...transfers, ...hops].map((row) => [row, judgedRow(row)]),
      )
      beforeAll(async () => {
        // Funding and settlement arrive in different batches, in no order.
        const half = transfers.length >> 1
        for (const part of [transfers.slice(half), transfers.slice(0, half)])
          await engine.append({ network: NETWORK, transfers: part })
        await engine.append({
          network: NETWORK,
          transfers: hops,
          kind: 'hops',
          coverage: { wallets: 'all', from: 0, to: NOW_MS },
        })
      })

      test('default: the figures of 200 sellers equal the rulebook’s', async () => {
        const excluded = [walletOf('buyer', 3), walletOf('buyer', 20)]
        let washed = 0
        let looped = 0
        for (let i = 0; i < sellers; i++) {
          const wallet = walletOf('seller', i)
          const ask = { network: NETWORK, wallet, now: NOW }
          const own = transfers.filter(
            (row) => row.from === wallet || row.to === wallet,
          )
          const mine = new Set(own)
          const judged = counterparty.judge({
            now: NOW,
            subject: wallet,
            network: NETWORK,
            pay_to: wallet,
            settlement: {
              status: 'available',
              transfers: own
                .filter(
                  (row) => row.to !== wallet || SETTLED.includes(row.class),
                )
                .map((row) => judgedRows.get(row)),
              other_transfers: [
                ...hops,
                ...transfers.filter((row) => !mine.has(row)),
              ].map((row) => judgedRows.get(row)),
            },
            excluded_wallets: excluded.map((buyer) => ({
              wallet: buyer,
              why: 'own_probe',
            })),
          }) as Record<string, unknown>
          const { cut, ...ours } = await counterpartyFigures(
            engine,
            ask,
            excluded,
          )
          expect(cut).toBe(null)
          expect(ours).toEqual({
            wash_trading_ratio: judged['wash_trading_ratio'],
            real_buyer_count: judged['real_buyer_count'],
            repeat_buyer_rate: judged['repeat_buyer_rate'],
            totals: judged['totals'],
            extended: judged['extended'],
          })
          const activity = await merchantActivity(engine, ask)
          const counted = activityOf(wallet, own, ours.extended.refunds.count)
          expect(activity).toEqual(counted)
          const merchantAsk = { now: NOW, wallet, indexed: true }
          expect(merchant.judge({ ...merchantAsk, activity })).toEqual(
            merchant.judge({ ...merchantAsk, activity: counted }),
          )
          if (ours.totals.washed_volume_atomic !== '0') washed++
          if (ours.extended.multi_hop.wallets.length > 0) looped++
        }
        // The market is no use when hardly anybody washes in it.
        expect(washed).toBeGreaterThan(50)
        expect(looped).toBeGreaterThan(20)
      }, 300_000)

      test('behavior: all figures at once are those of each', async () => {
        const all = await engine.allFigures(NETWORK, WINDOW, [])
        expect(all.length).toBeGreaterThan(180)
        for (const row of all.slice(0, 25))
          expect(await figures(row.wallet)).toEqual(row)
        // A funding row on another shard than the settlement must be seen.
        const expected = await Promise.all(
          all.map(({ wallet }) => figures(wallet)),
        )
        const sum = (rows: readonly ({ washed: bigint } | undefined)[]) =>
          rows.reduce((total, row) => total + (row?.washed ?? 0n), 0n)
        expect(sum(all)).toBe(sum(expected))
      }, 60_000)

      test('behavior: the feed gives the rulebook the same rows', async () => {
        const wallet = walletOf('seller', 30)
        const feed = await settlementFeed(
          engine,
          { network: NETWORK, wallet, now: NOW },
          'rpc-logs',
          DAY,
        )
        const judged = counterparty.judge({
          now: NOW,
          subject: wallet,
          network: NETWORK,
          pay_to: wallet,
          settlement: feed,
        }) as Record<string, unknown>
        const ours = await counterpartyFigures(engine, {
          network: NETWORK,
          wallet,
          now: NOW,
        })
        expect(judged['extended']).toEqual(ours.extended)
        expect(judged['totals']).toEqual(ours.totals)
      })
    })
  })
}

/** What rulebook merchant is told of a wallet, counted row by row. */
function activityOf(
  wallet: string,
  own: readonly Transfer[],
  refund_count: number,
) {
  const ever = own.filter(
    (row) =>
      row.to === wallet && row.amount > 0n && SETTLED.includes(row.class),
  )
  if (ever.length === 0) return undefined
  const settled = ever.filter(
    ({ at }) => at > WINDOW.after && at <= WINDOW.until,
  )
  const today = dayOf(NOW_MS)
  const active = Math.min(...ever.map(({ at }) => dayOf(at)))
  const first = Math.max(active, today - 30)
  const volumeOf = (rows: readonly Transfer[]) =>
    String(rows.reduce((sum, { amount }) => sum + amount, 0n))
  return {
    source: 'settlements_30d' as const,
    first_seen: timeText(Math.min(...own.map(({ at }) => at))),
    total_tx_count: settled.length,
    unique_payers: new Set(
      settled.map(({ from }) => from).filter((from) => from !== wallet),
    ).size,
    completed_flows: null,
    abandoned_flows: null,
    refund_count,
    refund_eligible_volume_atomic: volumeOf(
      settled.filter(({ at }) => at < NOW_MS - 7 * DAY),
    ),
    daily: Array.from({ length: Math.max(0, today - first) }, (_, i) => {
      const rows = ever.filter(({ at }) => dayOf(at) === first + i)
      return {
        day: timeText((first + i) * DAY).slice(0, 10),
        tx_count: rows.length,
        volume_atomic: volumeOf(rows),
      }
    }),
  }
}

function judgedRow(row: {
  tx: string
  log_index: number
  from: string
  to: string
  amount: bigint
  at: number
}) {
  return {
    tx: row.tx,
    log_index: row.log_index,
    from: row.from,
    to: row.to,
    amount_atomic: String(row.amount),
    at: new Date(row.at).toISOString(),
  }
}
