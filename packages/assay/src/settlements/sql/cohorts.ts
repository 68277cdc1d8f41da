import type { Cohort, CohortRule } from '../engine.js'
import { bigintOf, type Cell, numberOf } from './column-reader.js'

/** Groups the candidates of `COHORTS_TEXT`: (payer, first, amount, payments). */
export function cohortsFrom(
  rows: readonly Cell[][],
  names: ReadonlyMap<number, string>,
  { window_ms }: CohortRule,
): Cohort[] {
  const groups = new Map<string, Member[]>()
  for (const [payer, first, amount, payments] of rows) {
    const member = {
      wallet: names.get(numberOf(payer)) ?? '',
      first_at: numberOf(first),
      amount: bigintOf(amount),
      payments: numberOf(payments),
    }
    const bucket = Math.floor(member.first_at / window_ms)
    const kind = `${bucket} ${member.amount} ${member.payments}`
    const group = groups.get(kind)
    if (group === undefined) groups.set(kind, [member])
    else group.push(member)
  }
  return [...groups.values()]
    .map((group) => [...group].sort(byWallet))
    .map((group) => ({ group, earliest: earliestOf(group) }))
    .sort(
      (a, b) =>
        a.earliest.first_at - b.earliest.first_at ||
        byWallet(a.earliest, b.earliest),
    )
    .map(({ group, earliest: { first_at, amount, payments } }) => ({
      wallets: group.map(({ wallet }) => wallet),
      first_at,
      amount,
      payments,
    }))
}

type Member = {
  readonly wallet: string
  readonly first_at: number
  readonly amount: bigint
  readonly payments: number
}

function byWallet(a: Member, b: Member): number {
  return a.wallet < b.wallet ? -1 : 1
}

function earliestOf(group: readonly Member[]): Member {
  return group.reduce((a, b) => (b.first_at < a.first_at ? b : a))
}
