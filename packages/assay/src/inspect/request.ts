import type { SpendPolicy } from '@assay402/core'

/** What the buyer expects of the terms; `listing` when a catalog said so. */
export type Expected = {
  readonly price_usd?: string | undefined
  readonly pay_to?: string | undefined
  readonly network?: string | undefined
  readonly source?: 'request' | 'listing' | undefined
}

/** One endpoint to inspect, under one spend policy. */
export type InspectRequest = {
  readonly url: string
  readonly method: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly expected?: Expected | undefined
  readonly check_expiry: boolean
  readonly skew_s: number
  readonly policy: SpendPolicy
  /** The rulebooks to ask; all of them when absent. */
  readonly rulebooks?: readonly string[] | undefined
  /**
   * The caller lifted the address rule for exactly this host: its name and its
   * scheme are then the caller's own affair.
   */
  readonly vouched: boolean
  readonly registration: 'look_up' | 'skip'
}
