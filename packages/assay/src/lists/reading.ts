import type { ListEntry } from '../store/store.js'

/** The family of entries that are kept though nothing can match them. */
export const MALFORMED = 'malformed'

/** A list as a reader understood it, not yet compared with the last one. */
export type ListReading = {
  readonly entries: readonly ListEntry[]
  /** RFC 3339, when the publisher says so. */
  readonly published_at: string | null
  /** SHA-256 of what the list is made of; null: of the bytes of its source. */
  readonly sha256: string | null
  /** Name and version of what read it. */
  readonly parser: string
  /** For people: what was counted, kept apart or left out. */
  readonly detail: string
  /** What makes it doubtful; taken only when the operator insists. */
  readonly doubt: string | null
}

/** Reads a list's bytes; throws `ListRefused`. */
export type ListReader = (source: ListSource) => Promise<ListReading>

/** The parts of one list; each may be read once. */
export type ListSource = {
  readonly location: string
  /** `location` itself, or the file beside it that `beside` names. */
  readonly read: <Value>(
    use: (part: ListPart) => Promise<Value>,
    beside?: (location: string) => string,
  ) => Promise<Value>
}

export type ListPart = {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Of the HTTP answer, RFC 3339. */
  readonly last_modified: string | null
}
