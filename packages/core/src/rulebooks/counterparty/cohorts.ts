import {
  compareInstants,
  formatInstant,
  SECOND_MS,
} from '../../time/instant.js'
import { THRESHOLDS } from './data.js'
import { byKey, type Payer } from './flows.js'
import type { Cohort } from './output.js'

/**
 * Groups of buyers that first paid in the same ten minutes, and all paid one
 * and the same amount equally often; the earliest group first.
 */
export function cohortsOf(buyers: readonly Payer[]): Cohort[] {
  const uniform = buyers.filter(({ amount }) => amount !== undefined)
  return largeGroups(uniform, windowOf)
    .flatMap((group) => largeGroups(group, paymentsOf))
    .map(withEarliest)
    .sort(byFirstPayment)
    .map(({ group, earliest }) => ({
      wallets: group.map(({ wallet }) => wallet),
      first_at: formatInstant(earliest.first),
      amount_atomic: String(earliest.amount),
      payments: earliest.settlements,
    }))
}

type Candidate = { readonly group: readonly Payer[]; readonly earliest: Payer }

const WINDOW_MS = THRESHOLDS.cohort_window.value * SECOND_MS

function windowOf({ first }: Payer): number {
  return Math.floor(first.ms / WINDOW_MS)
}

function paymentsOf({ amount, settlements }: Payer): string {
  return `${amount} ${settlements}`
}

/** The groups of equal `kindOf` that are large enough for a cohort. */
function largeGroups(
  buyers: readonly Payer[],
  kindOf: (buyer: Payer) => string | number,
): Payer[][] {
  const groups = new Map<string | number, Payer[]>()
  for (const buyer of buyers) {
    const kind = kindOf(buyer)
    const group = groups.get(kind)
    if (group === undefined) groups.set(kind, [buyer])
    else group.push(buyer)
  }
  return [...groups.values()].filter(
    (group) => group.length >= THRESHOLDS.cohort_buyers.value,
  )
}

function withEarliest(buyers: readonly Payer[]): Candidate {
  const group = [...buyers].sort(byKey)
  const earliest = group.reduce((a, b) =>
    compareInstants(b.first, a.first) < 0 ? b : a,
  )
  return { group, earliest }
}

function byFirstPayment(a: Candidate, b: Candidate): number {
  const order = compareInstants(a.earliest.first, b.earliest.first)
  return order === 0 ? byKey(a.earliest, b.earliest) : order
}
