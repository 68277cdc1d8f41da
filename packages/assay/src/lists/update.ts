import { compareInstants, parseInstant } from '@assay402/core'
import type { StreamFetch } from '../collect/index.js'
import type { ListEntry, ListSnapshot, ListStore } from '../store/store.js'
import { LIST_LIMITS } from './policy.js'
import { type ListReader, type ListReading, MALFORMED } from './reading.js'
import { ListRefused, type RefusalReason } from './refused.js'
import { openSource } from './source.js'

/** A list and where its next copy comes from. */
export type ListDefinition = {
  readonly list: string
  /** An http(s) URL or a local file. */
  readonly location: string
  readonly read: ListReader
}

export type UpdateTools = {
  readonly store: ListStore
  readonly fetch: StreamFetch
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number
  readonly newId: () => string
}

export type UpdateOutcome = {
  /** What is now recorded: taken, or refused with the last good copy kept. */
  readonly snapshot: ListSnapshot
  readonly reason: RefusalReason | null
  /** The last good copy before this update. */
  readonly previous: ListSnapshot | undefined
}

/**
 * Fetches, reads, checks and swaps one list. What is wrong with it is recorded
 * beside the last good copy, which stays. `insist` takes a list that is shorter
 * or older than the last one or lacks its end mark; never one that is empty,
 * broken or not understood.
 */
export async function updateList(
  definition: ListDefinition,
  tools: UpdateTools,
  doubtful: 'refuse' | 'insist' = 'refuse',
): Promise<UpdateOutcome> {
  const { list, location } = definition
  const previous = await tools.store.currentList(list)
  const source = openSource(location, tools.fetch)
  const { reading, refusal } = await attempt(async () => {
    const read = await definition.read(source)
    check(read, doubtful === 'insist' ? undefined : previous, doubtful)
    return read
  })
  const snapshot: ListSnapshot = {
    id: tools.newId(),
    list,
    source_url: location,
    fetched_at: tools.now(),
    published_at: reading?.published_at ?? null,
    sha256: reading?.sha256 ?? source.sha256(),
    count: reading?.entries.length ?? 0,
    parser: reading?.parser ?? 'none',
    status: refusal === null ? 'good' : 'refused',
    detail: refusal?.message ?? reading?.detail ?? '',
  }
  await tools.store.saveList(snapshot, reading?.entries ?? NO_ENTRIES)
  return { snapshot, reason: refusal?.reason ?? null, previous }
}

const NO_ENTRIES: readonly ListEntry[] = []

type Attempt =
  | { readonly reading: ListReading; readonly refusal: null }
  | { readonly reading: undefined; readonly refusal: ListRefused }

async function attempt(work: () => Promise<ListReading>): Promise<Attempt> {
  try {
    return { reading: await work(), refusal: null }
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error
    const { reason, message } = error
    const refusal = new ListRefused(reason, `${reason}: ${message}`)
    return { reading: undefined, refusal }
  }
}

/** Throws when a list must not take the place of the last good one. */
function check(
  reading: ListReading,
  previous: ListSnapshot | undefined,
  doubtful: 'refuse' | 'insist',
): void {
  const count = reading.entries.length
  if (reading.entries.every(({ family }) => family === MALFORMED))
    throw new ListRefused('no_entries', 'the list names nothing')
  if (doubtful === 'refuse' && reading.doubt !== null)
    throw new ListRefused('cut', reading.doubt)
  if (previous === undefined) return
  const least = LIST_LIMITS.least_percent_of_last
  if (count * 100 < previous.count * least)
    throw new ListRefused(
      'fewer',
      `${count} entries, under ${least} % of the last copy's ${previous.count}`,
    )
  if (isOlder(reading.published_at, previous.published_at))
    throw new ListRefused(
      'older',
      `issued ${reading.published_at}, the last copy ${previous.published_at}`,
    )
}

function isOlder(one: string | null, other: string | null): boolean {
  const a = parseInstant(one)
  const b = parseInstant(other)
  return a !== undefined && b !== undefined && compareInstants(a, b) < 0
}
