import type { CollectedResponse, SpendPolicy } from '@assay402/core'

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
  /** What the newest listing says, when no field of it is given. */
  readonly expected?: Expected | undefined
  /**
   * What the buyer's own client received: it is judged then, and our own probe
   * stands beside it.
   */
  readonly challenge?: CollectedResponse | undefined
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
  /**
   * `as_declared`: whatever method and body are inspected, our own probe is a
   * GET, or a POST with the sample that the seller declared. For callers that
   * may not make us send what they like. `as_asked` when absent.
   */
  readonly probe?: 'as_asked' | 'as_declared' | undefined
  /** `stored`: nothing is asked of anybody, and nothing is written. */
  readonly evidence?: 'live' | 'stored' | undefined
}

/** What an inspection is about, in the ids of the contracts. */
export type Subject = {
  readonly resource: string
  readonly resource_id: string
  readonly url: string
  readonly method: string
  /** `scheme://host[:port]`. */
  readonly host: string
  readonly host_name: string
}

/** True when the caller's own body or headers shape what the seller answers. */
export function isShaped({ body, headers, probe }: InspectRequest): boolean {
  if (probe === 'as_declared') return false
  return body !== undefined || Object.keys(headers ?? {}).length > 0
}
