import type {
  Cohort,
  CohortRule,
  Payer,
  SellerDay,
  SellerFigures,
} from '../../engine.js'
import type { Transfer } from '../../transfer.js'
import { dayOf } from '../../window.js'

// The definitions of rulebook counterparty, as plainly as they can be written.
// `paid` are the settlements to a wallet in the window, `sent` what left it.

export function naivePayers(
  paid: readonly Transfer[],
  sent: readonly Transfer[],
): Payer[] {
  const funded = new Set(sent.map(({ to }) => to))
  return [...groupedBy(paid, ({ from }) => from)].map(([wallet, rows]) => ({
    wallet,
    volume: volumeOf(rows),
    settlements: rows.length,
    first_at: Math.min(...rows.map(({ at }) => at)),
    last_at: Math.max(...rows.map(({ at }) => at)),
    least: amountsOf(rows)[0] as bigint,
    most: amountsOf(rows).at(-1) as bigint,
    washed: wallet === rows[0]?.to || funded.has(wallet) ? 'yes' : 'no',
  }))
}

export function naiveFigures(
  wallet: string,
  payers: readonly Payer[],
  excluded: ReadonlySet<string>,
): SellerFigures | undefined {
  if (payers.length === 0) return undefined
  const washed = payers.filter((payer) => payer.washed === 'yes')
  const real = payers.filter(
    (payer) => payer.washed === 'no' && !excluded.has(payer.wallet),
  )
  const sum = (of: readonly Payer[]) =>
    of.reduce((total, { volume }) => total + volume, 0n)
  return {
    wallet,
    volume: sum(payers),
    washed: sum(washed),
    settlements: payers.reduce((n, { settlements }) => n + settlements, 0),
    buyers: payers.filter((payer) => payer.wallet !== wallet).length,
    real_buyers: real.length,
    repeat_buyers: real.filter(({ settlements }) => settlements >= 2).length,
    top_payer: inSize(payers.map(({ volume }) => volume)).at(-1) as bigint,
  }
}

export function naiveCohorts(
  wallet: string,
  payers: readonly Payer[],
  { window_ms, buyers }: CohortRule,
): Cohort[] {
  const alike = payers.filter(
    (payer) => payer.wallet !== wallet && payer.least === payer.most,
  )
  const kind = (payer: Payer) =>
    `${Math.floor(payer.first_at / window_ms)} ${payer.least} ${payer.settlements}`
  return [...groupedBy(alike, kind).values()]
    .filter((members) => members.length >= buyers)
    .map((members) => ({
      wallets: members.map((member) => member.wallet).sort(),
      first_at: Math.min(...members.map(({ first_at }) => first_at)),
      amount: (members[0] as Payer).least,
      payments: (members[0] as Payer).settlements,
    }))
}

export function naiveDays(settled: readonly Transfer[]): SellerDay[] {
  return [...groupedBy(settled, ({ at }) => dayOf(at))]
    .map(([day, rows]) => ({
      day,
      settlements: rows.length,
      volume: volumeOf(rows),
    }))
    .sort((a, b) => a.day - b.day)
}

function groupedBy<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

function volumeOf(rows: readonly Transfer[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

function amountsOf(rows: readonly Transfer[]): bigint[] {
  return inSize(rows.map(({ amount }) => amount))
}

function inSize(amounts: readonly bigint[]): bigint[] {
  return [...amounts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
