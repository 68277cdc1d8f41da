import type { WatchState } from './state.js'
import type { Change, Step } from './step.js'

/** A name or an address on a list. */
export type ListMatch = {
  readonly list: string
  readonly entry: string
  /** The address or the host that is listed. */
  readonly what: string
}

/** What lists say now of an endpoint, and which copies say it. */
export type ListedNow = {
  readonly at: number
  readonly matches: readonly ListMatch[]
  /** The ids of the copies. */
  readonly snapshots: readonly string[]
}

/** What lists change: a match is told once, and once when it is gone. Pure. */
export function stepLists(
  state: WatchState,
  { at, matches, snapshots }: ListedNow,
): Step {
  const now = new Map(matches.map((match) => [keyOf(match), match]))
  const told = new Set(state.listed)
  const copies = [...snapshots].sort().join(' ')
  const added = [...now].filter(([key]) => !told.has(key))
  const gone = state.listed.filter((key) => !now.has(key))
  const changes: Change[] = [
    ...added.map(([key, match]) => ({
      kind: 'list_match' as const,
      at,
      before: null,
      after: match,
      cause: `${copies} ${key}`,
    })),
    ...gone.map((key) => ({
      kind: 'list_cleared' as const,
      at,
      before: JSON.parse(key) as unknown,
      after: null,
      cause: `${copies} ${key}`,
    })),
  ]
  return { changes, state: { ...state, listed: [...now.keys()] } }
}

function keyOf({ list, entry, what }: ListMatch): string {
  return JSON.stringify({ list, entry, what })
}
