import { hash } from 'node:crypto'
import type { CatalogDocument } from '@assay402/core'

export type Position = ReturnType<typeof createPosition>

const SMALLEST_LIMIT = 20
const STEP = 10
/** UTF-16 units; the digest of a longer key is kept instead. */
const LONG_KEY = 256

/**
 * Where a paged reading stands, and when it ends. A source may answer with
 * another limit or offset than it was asked for, repeat entries, and grow or
 * shrink between two pages.
 */
export function createPosition(firstLimit: number) {
  const state: State = {
    seen: new Set(),
    limit: firstLimit,
    offset: 0,
    total: null,
    sweep: 1,
    repeats: false,
    shifted: false,
    stalls: 0,
    freshInSweep: 0,
  }
  let ended: End
  return {
    limit: () => state.limit,
    offset: () => state.offset,
    total: () => state.total,
    /** Takes a page in and moves on. */
    take(page: CatalogDocument, keys: readonly (string | undefined)[]): void {
      const reported = page.reported_total ?? state.total
      if (state.total !== null && reported !== state.total) state.shifted = true
      state.total = reported
      const fresh = countFresh(state, keys)
      if (keys.length > 0) advance(state, page, fresh)
      ended = keys.length > 0 ? endOf(state) : endByEmptyPage(state)
    },
    /** `undefined`: go on; null: the list is whole; else why it is not. */
    end: () => ended,
    /** Halves the page; false when it cannot be smaller. */
    askForLess(): boolean {
      const half = Math.floor(state.limit / 2)
      const less = Math.max(half - (half % STEP), SMALLEST_LIMIT)
      if (less >= state.limit) return false
      state.limit = less
      return true
    },
  }
}

type End = string | null | undefined

type State = {
  readonly seen: Set<string>
  limit: number
  offset: number
  total: number | null
  sweep: 1 | 2
  /** An entry came twice. */
  repeats: boolean
  /** The total changed, so entries may have slipped past a page. */
  shifted: boolean
  /** Pages without anything new, one after another. */
  stalls: number
  freshInSweep: number
}

/** New entries of a page; one without a key counts by its place. */
function countFresh(
  state: State,
  keys: readonly (string | undefined)[],
): number {
  const before = state.seen.size
  keys.forEach((key, at) => {
    state.seen.add(brief(key ?? `#${state.offset + at}`))
  })
  const fresh = state.seen.size - before
  state.freshInSweep += fresh
  if (fresh < keys.length) state.repeats = true
  return fresh
}

/** A key of any length is remembered in little. */
function brief(key: string): string {
  return key.length > LONG_KEY ? hash('sha256', key) : key
}

function advance(state: State, page: CatalogDocument, fresh: number): void {
  const { offset } = state
  const size = Math.max(page.limit ?? state.limit, 1)
  if (fresh === 0 && state.sweep === 1) {
    state.stalls++
    state.offset += size
    return
  }
  state.stalls = 0
  const { length } = page.entries
  // Less than it says although there is more: its true limit is this.
  const short = length < Math.min(size, state.limit)
  const rounded = length - (length % STEP)
  if (short && rounded >= SMALLEST_LIMIT) state.limit = rounded
  const start = Math.min(page.offset ?? offset, offset)
  state.offset = Math.max(start + length, offset + 1)
}

function endOf(state: State): End {
  const { total, stalls } = state
  if (total === null) return stalls > 0 ? null : undefined
  if (stalls > 1) return misses(state) ? `nothing_new: ${figures(state)}` : null
  return state.offset >= total ? endOfSweep(state) : undefined
}

function endByEmptyPage(state: State): End {
  const early = state.total !== null && state.offset < state.total
  if (early && misses(state)) return `ended_early: ${figures(state)}`
  return endOfSweep(state)
}

/** A list that moved while it was read is gone over once more. */
function endOfSweep(state: State): End {
  const moved = state.shifted || (state.repeats && misses(state))
  if (state.sweep === 1 && moved) {
    state.sweep = 2
    state.offset = 0
    state.freshInSweep = 0
    return undefined
  }
  const changing = state.sweep === 2 && state.freshInSweep > 0
  return changing && misses(state)
    ? `changed_while_read: ${figures(state)}`
    : null
}

function misses({ seen, total }: State): boolean {
  return total !== null && seen.size < total
}

function figures({ seen, total }: State): string {
  return `${seen.size} of ${total}`
}
