import type { OfacListing } from './collected.js'
import type { XmlHandler } from './read-xml.js'

/** What a file says of itself besides its listings. */
export type OfacFacts = {
  /** `YYYY-MM-DD`. */
  readonly published: string | undefined
  readonly parties: number
  /** Entries that the file says it has. */
  readonly declared: number | undefined
}

/** One of OFAC's XML vocabularies. */
export type OfacVocabulary = {
  readonly parser: string
  readonly root: string
  readonly namespaces: ReadonlySet<string>
  readonly start: (found: (listing: OfacListing) => void) => OfacDocument
}

export type OfacDocument = XmlHandler & { readonly facts: () => OfacFacts }
