import {
  createNameMatcher,
  listedAddressKey,
  listedName,
  type NameReach,
  namesUpFrom,
} from '@assay402/core'
import type { ListEntry, ListSnapshot, ListStore } from '../store/store.js'
import { FEED_PREFIX, freshFor, OFAC_LIST } from './policy.js'
import { inUse } from './remove.js'

export type SanctionsAnswer = {
  readonly status: 'fresh' | 'stale' | 'missing'
  readonly matches: readonly {
    /** As the caller wrote it. */
    readonly address: string
    readonly list: string
    readonly entry: string
  }[]
  /** The very copy that was asked; null when there is none. */
  readonly snapshot: ListSnapshot | null
}

/**
 * What the sanctions list says of addresses, for the decision's input. `now` in
 * epoch milliseconds. A stale list still shows its matches.
 */
export async function sanctionsFor(
  store: ListStore,
  addresses: readonly string[],
  now: number,
): Promise<SanctionsAnswer> {
  const snapshot = inUse(await store.currentList(OFAC_LIST))
  if (snapshot === undefined)
    return { status: 'missing', matches: [], snapshot: null }
  const entries = await entriesOf(store, OFAC_LIST, addresses.map(keyOf))
  const matches = [...new Set(addresses)].flatMap((address) => {
    const entry = entries.get(keyOf(address))
    return entry === undefined
      ? []
      : [{ address, list: OFAC_LIST, entry: entry.entry }]
  })
  return { status: freshness(snapshot, now), matches, snapshot }
}

/** A copy from the future is not fresh: its date is wrong. */
export function freshness(
  { list, fetched_at }: ListSnapshot,
  now: number,
): 'fresh' | 'stale' {
  const age = now - fetched_at
  return age >= 0 && age <= freshFor(list) ? 'fresh' : 'stale'
}

export type ScreeningSubject = {
  /** A host name, in any letter case. */
  readonly host?: string | undefined
  readonly addresses: readonly string[]
}

/** What screening feeds say of a host and of addresses, each with its source. */
export async function screeningFor(
  store: ListStore,
  subject: ScreeningSubject,
  feeds?: readonly string[],
): Promise<{ readonly feed: string; readonly entry: string }[]> {
  const host = listedName(subject.host ?? '')
  const names = host === undefined ? [] : namesUpFrom(host)
  const keys = subject.addresses.map(keyOf)
  const found: { feed: string; entry: string }[] = []
  for (const list of feeds ?? (await feedsOf(store))) {
    const entries = await entriesOf(store, list, [...names, ...keys])
    const feed = list.slice(FEED_PREFIX.length)
    const name = host === undefined ? undefined : deniedName(host, entries)
    if (name !== undefined) found.push({ feed, entry: name })
    for (const key of new Set(keys)) {
      const entry = entries.get(key)
      if (entry !== undefined && !isName(entry))
        found.push({ feed, entry: entry.entry })
    }
  }
  return found
}

/** The feeds in use, by their names in the store, in order. */
export async function feedsOf(store: ListStore): Promise<string[]> {
  const history = await store.listHistory(HISTORY)
  const lists = new Set(history.map(({ list }) => list))
  const feeds = [...lists].filter((list) => list.startsWith(FEED_PREFIX))
  const inUseNow = await Promise.all(
    feeds.map(async (list) => inUse(await store.currentList(list))),
  )
  return feeds.filter((_, at) => inUseNow[at] !== undefined).sort()
}

const HISTORY = 10_000
const REACHES: ReadonlySet<string> = new Set(['domain', 'host', 'allow'])

function keyOf(address: string): string {
  return listedAddressKey(address)
}

async function entriesOf(
  store: ListStore,
  list: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ListEntry>> {
  if (keys.length === 0) return new Map()
  const entries = await store.matches(list, [...new Set(keys)])
  return new Map(entries.map((entry) => [entry.key, entry]))
}

function isName({ family }: ListEntry): boolean {
  return REACHES.has(family)
}

function deniedName(
  host: string,
  entries: ReadonlyMap<string, ListEntry>,
): string | undefined {
  const names = [...entries.values()]
    .filter(isName)
    .map(({ key, family }) => ({ name: key, reach: family as NameReach }))
  return createNameMatcher(names)(host)
}
