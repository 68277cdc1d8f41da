import type { ExclusionReason, LeftOutOffer } from './exclusions.js'

/**
 * One offer of a listing, the network mapped. `asset` and `price_atomic` are
 * empty when the source does not say them readably; `price_atomic` is digits.
 */
export type CatalogOffer = {
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly pay_to: string
  readonly price_atomic: string
}

/** A resource as a catalog lists it; what the catalog says is a claim. */
export type CatalogListing = {
  readonly source: string
  readonly resource_id: string
  readonly resource: string
  readonly url: string
  readonly method: string
  readonly catalog_key: string
  /** `scheme://host[:port]`. */
  readonly host: string
  readonly type: 'http' | 'mcp'
  /** Distinct, in an order of their own. */
  readonly offers: readonly CatalogOffer[]
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  /** A body that the seller declared as a sample, JSON text. */
  readonly sample_body: string | null
  readonly total_calls_30d: number | null
  readonly unique_payers_30d: number | null
}

/** How an entry is written. */
export type EntryShape =
  | 'v1'
  | 'v2'
  | 'v1_and_v2'
  | 'challenge'
  | 'routes'
  | 'amounts'
  | 'flat'
  | 'seller_document'
  | 'address'
  | 'other'

/** An entry as read: a listing with what was noticed, or why it is none. */
export type ReadEntry =
  | {
      readonly ok: true
      readonly shape: EntryShape
      readonly listing: CatalogListing
      /** When the source last updated it, epoch milliseconds. */
      readonly last_updated: number | null
      /** The path still holds a placeholder: it cannot be asked as it stands. */
      readonly path_template: boolean
      /** The listing's path is one example of a route that the entry names. */
      readonly route_declared: boolean
      readonly left_out: readonly LeftOutOffer[]
    }
  | {
      readonly ok: false
      readonly shape: EntryShape
      readonly excluded: ExclusionReason
    }
