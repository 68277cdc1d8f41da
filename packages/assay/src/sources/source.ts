import type { ExclusionReason } from '@assay402/core'

/** A part of a catalog as it was read. */
export type CatalogPage = {
  /** As they stand in the source, to be read one by one. */
  readonly entries: readonly unknown[]
  /** What the source says it holds; null when it says nothing. */
  readonly reported_total: number | null
  /** Why the reading is not whole, else null. */
  readonly partial: string | null
  /** Entries that the source's reader left out already. */
  readonly excluded?: Readonly<Partial<Record<ExclusionReason, number>>>
}

/**
 * A place where sellers are listed. `read` throws a `CatalogFailure` when
 * nothing can be read at all; what fails later is said by `partial`.
 */
export type CatalogSource = {
  readonly id: string
  read(signal?: AbortSignal): AsyncIterable<CatalogPage>
}

/** A catalog that cannot be read, with a code for counting. */
export class CatalogFailure extends Error {
  override readonly name = 'CatalogFailure'
  readonly code: string

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
  }
}
