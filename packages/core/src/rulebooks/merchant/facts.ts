import { isEvmAddress, isSolanaAddress } from '../../address/address.js'
import { parseAtomic } from '../../money/usd.js'
import { knownCount } from '../../rulebook/input.js'
import type { Instant } from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import type { ChainName } from './data.js'
import type { DailyRow, MerchantInput, PriceObservation } from './input.js'

/** What is known of a wallet; `undefined` is unknown. */
export type Facts = {
  readonly now: Instant
  readonly chain: ChainName
  readonly firstSeen: Instant | undefined
  readonly total: number | undefined
  readonly unique: number | undefined
  readonly completed: number | undefined
  readonly abandoned: number | undefined
  readonly refunds: number | undefined
  readonly refundEligible: bigint | undefined
  readonly prices: readonly PriceObservation[]
  readonly daily: readonly DailyRow[]
}

/** The chain an address belongs to, by its form alone. */
export function chainOf(wallet: string): ChainName | undefined {
  if (isEvmAddress(wallet)) return 'base'
  return isSolanaAddress(wallet) ? 'solana' : undefined
}

/** Sorts the input into known and unknown. */
export function readFacts(input: MerchantInput, chain: ChainName): Facts {
  const activity = input.activity ?? {}
  return {
    now: input.now,
    chain,
    firstSeen: knownDate(activity.first_seen, input.now),
    total: knownCount(activity.total_tx_count),
    unique: knownCount(activity.unique_payers),
    completed: knownCount(activity.completed_flows),
    abandoned: knownCount(activity.abandoned_flows),
    refunds: knownCount(activity.refund_count),
    refundEligible: parseAtomic(activity.refund_eligible_volume_atomic),
    prices: activity.payer_price_observations ?? [],
    daily: activity.daily ?? [],
  }
}
