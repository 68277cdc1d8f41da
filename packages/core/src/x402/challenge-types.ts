import type { JsonObject, JsonValue } from '../json/value.js'
import type { Instant } from '../time/instant.js'

/** One entry of `accepts`, read leniently; wire names as the answer gives them. */
export type Offer = {
  /** Position in the `accepts` list named by `source`. */
  readonly index: number
  readonly source: 'header' | 'body'
  readonly version: 1 | 2
  readonly scheme: string | null
  /** As mapped to CAIP-2; null when missing. */
  readonly network: string | null
  readonly asset: string | null
  readonly pay_to: string | null
  /** Atomic digits without leading zeros; an unreadable string as written. */
  readonly amount: string | null
  readonly max_timeout_seconds: number | null
  /** Has no defect that makes it unreadable, whatever its scheme. */
  readonly readable: boolean
  /** Readable and of scheme `exact`. */
  readonly usable: boolean
  readonly defects: readonly string[]
  /** The earliest readable expiry of `extra`; null when there is none. */
  readonly expiry: Instant | null
  /** The entry's own `extra`, when it is an object. */
  readonly extra: JsonObject | null
}

/** A JSON text of a 402 answer that was read as terms, with entries or none. */
export type ChallengeDocument = {
  readonly source: 'header' | 'body'
  readonly version: 1 | 2
  readonly json: JsonObject
  readonly accepts: readonly JsonValue[]
}

/** A whole 402 answer as read: never an exception, every defect named. */
export type Challenge = {
  /** In reading order, header entries first, equal entries collapsed. */
  readonly offers: readonly Offer[]
  readonly defects: readonly string[]
  readonly documents: readonly ChallengeDocument[]
}

/** A response as collected; header names in any case. */
export type CollectedResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly body_truncated: boolean
}
