/** How our own purchases are bounded. Amounts are atomic USDC. */
export type SpotCheckSettings = {
  readonly network: string
  /** For all purchases of a calendar month (UTC). Never over `HARD_CAP`. */
  readonly monthly_atomic: bigint
  /** For one purchase. */
  readonly most_atomic: bigint
  /** Origins of our own: never bought from. */
  readonly own_hosts: readonly string[]
  /** Wallets of our own, the paying one included: never paid. */
  readonly own_wallets: readonly string[]
  /** `host:port` whose name and scheme the operator vouches for. */
  readonly vouched: readonly string[]
}

/** $2 a calendar month: the disclosure says so, no setting raises it. */
export const HARD_CAP = 2_000_000n

/** $0.10. */
export const MOST_A_PURCHASE = 100_000n

/** The budget's name in the store. */
export const BUDGET = 'spot_checks'

/** The limit that holds: a setting may only lower it. */
export function monthlyLimit({ monthly_atomic }: SpotCheckSettings): bigint {
  return monthly_atomic < HARD_CAP ? monthly_atomic : HARD_CAP
}

/** `2026-11`. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}

/** A resource is bought once a UTC day at most: the key of that purchase. */
export function purchaseKey(resource: string, at: number): string {
  return `${new Date(at).toISOString().slice(0, 10)} ${resource}`
}
