import type { ListingItem } from './catalog.js'
import type { RequestCount } from './request-log.js'
import type { Seller } from './seller.js'

/** A running marketplace: nothing in it can take money. */
export type Sandbox = {
  readonly sellers: readonly Seller[]
  /** What the catalog serves, in the order of `sellers`. */
  readonly catalog: readonly ListingItem[]
  readonly catalog_url: string
  /** Requests that a seller has had, by its id. */
  readonly requests: (id: string) => RequestCount
  readonly close: () => Promise<void>
}
