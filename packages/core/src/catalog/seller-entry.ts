/** Marks an entry that was taken from a document of the seller itself. */
export const SELLER_DOCUMENT = 'seller_document'

/** An entry for `readCatalogEntry`, as the readers of seller documents give it. */
export type SellerEntry = {
  readonly seller_document: true
  readonly resource: string
  readonly method?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly unknown[] | undefined
  readonly accepts?: readonly unknown[] | undefined
  readonly extensions?: unknown
}

/** What a seller document lists, and what of it was left out. */
export type SellerResources = {
  readonly entries: readonly unknown[]
  /** How many name an address outside of the document's own origin. */
  readonly other_origin: number
  /** More are listed than are looked at. */
  readonly cut: boolean
}
