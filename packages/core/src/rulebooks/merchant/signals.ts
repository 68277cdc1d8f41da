import { addressKey } from '../../address/address.js'
import { sentence } from '../../rulebook/rulebook.js'
import {
  addMs,
  compareInstants,
  DAY_MS,
  floorUnits,
} from '../../time/instant.js'
import { REASONS, type RiskFlag, type SignalId, THRESHOLDS } from './data.js'
import { isBelowPercent, payerConcentration } from './diversity.js'
import type { Facts } from './facts.js'
import type { PriceObservation } from './input.js'
import { isBurst, isSizeJump, velocityOf } from './velocity.js'

/** What a signal says of one wallet; without data it is dormant. */
export type Sighting = {
  readonly status: 'live' | 'dormant'
  readonly finding: Finding | undefined
}

type Finding = { readonly flag: RiskFlag; readonly reason: string }

/** One published signal: its flag, and the function that looks for it. */
export type Signal = {
  readonly id: SignalId
  readonly flag: RiskFlag
  readonly look: (facts: Facts) => Sighting
}

type Parts<Measure> = {
  readonly id: SignalId
  readonly flag: RiskFlag
  /** What is compared; `undefined` when its data are missing. */
  readonly measure: (facts: Facts) => Measure | undefined
  readonly fires: (measured: Measure, facts: Facts) => boolean
  /** Fills the sentence of the flag. */
  readonly shown: (measured: Measure) => Record<string, string | number>
}

/** The six signals, in the order in which flags and reasons stand. */
export const SIGNALS: readonly Signal[] = [
  signal({
    id: 'wallet_age',
    flag: 'new_wallet',
    measure: ({ firstSeen, now }) => firstSeen && { firstSeen, now },
    fires: ({ firstSeen, now }) =>
      compareInstants(now, addMs(firstSeen, NEW_WALLET_MS)) < 0,
    shown: ({ firstSeen, now }) => ({
      age: floorUnits(now, firstSeen, DAY_MS),
    }),
  }),
  signal({
    id: 'payer_diversity',
    flag: 'low_payer_diversity',
    measure: ({ unique, total }) =>
      unique === undefined || total === undefined
        ? undefined
        : { unique, total },
    fires: ({ unique, total }) => payerConcentration(unique, total) === 'HIGH',
    shown: (counts) => counts,
  }),
  signal({
    id: 'settlement_completion',
    flag: 'high_abandon_rate',
    measure: ({ completed, abandoned }) =>
      completed === undefined || abandoned === undefined
        ? undefined
        : { completed: BigInt(completed), abandoned: BigInt(abandoned) },
    // More than 35 % abandoned is less than 65 % completed.
    fires: ({ completed, abandoned }) =>
      isBelowPercent(completed, completed + abandoned, COMPLETED_PERCENT),
    shown: ({ completed, abandoned }) => ({
      abandoned: String(abandoned),
      flows: String(completed + abandoned),
    }),
  }),
  signal({
    id: 'recourse',
    flag: 'no_refund_recourse',
    measure: ({ refunds, refundEligible, total = 0 }) =>
      refunds === undefined || refundEligible === undefined
        ? undefined
        : { refunds, refundEligible, total },
    fires: ({ refunds, refundEligible, total }) =>
      refunds === 0 &&
      total >= THRESHOLDS.recourse_transactions.value &&
      refundEligible > 0n,
    shown: ({ total }) => ({ total }),
  }),
  signal({
    id: 'price_consistency',
    flag: 'price_variance',
    measure: ({ prices }) => (prices.length === 0 ? undefined : prices),
    fires: chargesVary,
    shown: () => ({}),
  }),
  signal({
    id: 'velocity',
    flag: 'velocity_anomaly',
    measure: ({ daily, now }) => velocityOf(daily, now),
    fires: (velocity, { chain }) =>
      isBurst(velocity, chain) || isSizeJump(velocity),
    shown: ({ newest, before }) => ({
      newest: newest.transactions,
      days: before.length,
    }),
  }),
]

const DORMANT: Sighting = { status: 'dormant', finding: undefined }
const CLEAN: Sighting = { status: 'live', finding: undefined }
const COMPLETED_PERCENT = 100 - THRESHOLDS.abandoned_percent.value
const NEW_WALLET_MS = THRESHOLDS.new_wallet_days.value * DAY_MS

function signal<Measure>(parts: Parts<Measure>): Signal {
  const { id, flag, measure, fires, shown } = parts
  const say = sentence(REASONS[flag].text)
  const look = (facts: Facts): Sighting => {
    const measured = measure(facts)
    if (measured === undefined) return DORMANT
    if (!fires(measured, facts)) return CLEAN
    return { status: 'live', finding: { flag, reason: say(shown(measured)) } }
  }
  return { id, flag, look }
}

// Two different prices by two different payers exist exactly when a resource
// has a second price and a second payer, in whichever observations: the payer
// of any third observation differs from one of the two it is compared with.
function chargesVary(observations: readonly PriceObservation[]): boolean {
  const seen = new Map<string, { payer: string; price: bigint; mark: number }>()
  for (const { resource, payer, price_atomic: price } of observations) {
    const key = addressKey(payer)
    const first = seen.get(resource)
    if (first === undefined) {
      seen.set(resource, { payer: key, price, mark: 0 })
      continue
    }
    if (first.payer !== key) first.mark |= OTHER_PAYER
    if (first.price !== price) first.mark |= OTHER_PRICE
    if (first.mark === (OTHER_PAYER | OTHER_PRICE)) return true
  }
  return false
}

const OTHER_PAYER = 1
const OTHER_PRICE = 2
