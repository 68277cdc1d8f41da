import { counterparty } from '@assay402/core'
import type { MerchantActivity } from '../feeds/merchant.js'
import { timeText, windowAt } from '../feeds/window.js'
import type { Transfer } from '../transfer.js'
import { dayOf } from '../window.js'
import { NETWORK, NOW, NOW_MS } from './ledger.js'
import { isIn, isSettled } from './naive/rows.js'

const DAY = 86_400_000

/** What rulebook counterparty says of wallets of one market, row by row. */
export function createJudge(
  transfers: readonly Transfer[],
  hops: readonly Transfer[],
) {
  const rows = new Map([...transfers, ...hops].map((row) => [row, rowOf(row)]))
  const judged = (of: readonly Transfer[]) => of.map((row) => rows.get(row))
  return (wallet: string, excluded: readonly string[]) => {
    const isOwn = ({ from, to }: Transfer) => from === wallet || to === wallet
    const answer = counterparty.judge({
      now: NOW,
      subject: wallet,
      network: NETWORK,
      pay_to: wallet,
      settlement: {
        status: 'available',
        transfers: judged(
          transfers.filter(
            (row) => isOwn(row) && (row.to !== wallet || isSettled(row)),
          ),
        ),
        other_transfers: judged([
          ...hops,
          ...transfers.filter((row) => !isOwn(row)),
        ]),
      },
      excluded_wallets: excluded.map((buyer) => ({
        wallet: buyer,
        why: 'own_probe',
      })),
    }) as Readonly<Record<string, unknown>>
    const { wash_trading_ratio, real_buyer_count, repeat_buyer_rate } = answer
    const { totals, extended } = answer
    return {
      wash_trading_ratio,
      real_buyer_count,
      repeat_buyer_rate,
      totals,
      extended,
    }
  }
}

/** What rulebook merchant is told of a wallet, counted row by row. */
export function countedActivity(
  wallet: string,
  transfers: readonly Transfer[],
  refund_count: number,
): MerchantActivity | undefined {
  const own = transfers.filter(
    ({ from, to }) => from === wallet || to === wallet,
  )
  const ever = own.filter((row) => row.to === wallet && isSettled(row))
  if (ever.length === 0) return undefined
  const settled = ever.filter(isIn(windowAt(NOW)))
  const today = dayOf(NOW_MS)
  const active = Math.min(...ever.map(({ at }) => dayOf(at)))
  const first = Math.max(active, today - 30)
  return {
    source: 'settlements_30d',
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

function volumeOf(rows: readonly Transfer[]): string {
  return String(rows.reduce((sum, { amount }) => sum + amount, 0n))
}

function rowOf({ tx, log_index, from, to, amount, at }: Transfer) {
  return {
    tx,
    log_index,
    from,
    to,
    amount_atomic: String(amount),
    at: new Date(at).toISOString(),
  }
}
