import type { CatalogDocument } from '@assay402/core'

export type Position = ReturnType<typeof createPosition>

const SMALLEST_LIMIT = 20
const STEP = 10

/**
 * Where a paged reading stands, and when it ends. A source may answer with
 * another limit or offset than it was asked for, repeat entries, and grow or
 * shrink between two pages.
 */
export function createPosition(firstLimit: number) {
  const seen = new Set<string>()
  let limit = firstLimit
  let offset = 0
  let total: number | null = null
  let sweep: 1 | 2 = 1
  let moved = false
  let stalls = 0
  let freshInSweep = 0
  let lastWasEmpty = false
  let ended: string | null | undefined

  /** New entries of a page; one without a key counts by its place. */
  function countFresh(keys: readonly (string | undefined)[]): number {
    const before = seen.size
    keys.forEach((key, at) => {
      seen.add(key ?? `#${offset + at}`)
    })
    return seen.size - before
  }

  function advance({ entries, ...page }: CatalogDocument, fresh: number) {
    const start = Math.min(page.offset ?? offset, offset)
    const size = page.limit ?? limit
    if (fresh === 0 && sweep === 1) {
      stalls++
      offset += Math.max(size, 1)
      return
    }
    stalls = 0
    // Less than it says although there is more: its true limit is this.
    const short = entries.length < Math.min(size, limit)
    const rounded = entries.length - (entries.length % STEP)
    if (short && rounded >= SMALLEST_LIMIT) limit = rounded
    offset = Math.max(start + entries.length, offset + 1)
  }

  function endOfSweep(): string | null | undefined {
    const missing = total !== null && seen.size < total
    if (sweep === 1 && moved && missing) {
      sweep = 2
      offset = 0
      freshInSweep = 0
      return undefined
    }
    return sweep === 2 && missing && freshInSweep > 0
      ? `changed_while_read: ${seen.size} of ${total}`
      : null
  }

  function outcome(): string | null | undefined {
    if (lastWasEmpty) {
      const early = total !== null && offset < total && seen.size < total
      return early ? `ended_early: ${seen.size} of ${total}` : endOfSweep()
    }
    if (total === null) return stalls > 0 ? null : undefined
    if (stalls > 1)
      return seen.size < total ? `nothing_new: ${seen.size} of ${total}` : null
    return offset >= total ? endOfSweep() : undefined
  }

  return {
    limit: () => limit,
    offset: () => offset,
    total: () => total,
    /** Takes a page in and moves on. */
    take(page: CatalogDocument, keys: readonly (string | undefined)[]): void {
      const reported = page.reported_total ?? total
      if (total !== null && reported !== total) moved = true
      total = reported
      const fresh = countFresh(keys)
      freshInSweep += fresh
      if (fresh < keys.length) moved = true
      lastWasEmpty = keys.length === 0
      if (!lastWasEmpty) advance(page, fresh)
      ended = outcome()
    },
    /** `undefined`: go on; null: the list is whole; else why it is not. */
    end: () => ended,
    /** Halves the page; false when it cannot be smaller. */
    askForLess(): boolean {
      const half = Math.floor(limit / 2)
      const less = Math.max(half - (half % STEP), SMALLEST_LIMIT)
      if (less >= limit) return false
      limit = less
      return true
    },
  }
}
