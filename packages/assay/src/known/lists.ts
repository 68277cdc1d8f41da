import type { ListSnapshot as ReportedList } from '@assay402/core'
import {
  feedsOf,
  type SanctionsAnswer,
  sanctionsFor,
  screeningFor,
} from '../lists/screening.js'
import type { HealthSanctions } from '../questions/health.js'
import { isoOf } from '../questions/iso.js'
import type { ListSnapshot, ListStore } from '../store/store.js'

/** What lists say of a host and of wallets, and which copies said it. */
export type Listed = {
  readonly sanctions: Pick<SanctionsAnswer, 'status' | 'matches'>
  readonly screening: readonly {
    readonly feed: string
    readonly entry: string
  }[]
  /** The same for endpoint-health; null without a list. */
  readonly health: HealthSanctions | null
  /** Of all lists that were asked. */
  readonly snapshots: readonly ReportedList[]
  /** Those of screening feeds among them. */
  readonly feeds: readonly ReportedList[]
}

/** Without a store there is no list. */
export const NO_LISTS: Listed = {
  sanctions: { status: 'missing', matches: [] },
  screening: [],
  health: null,
  snapshots: [],
  feeds: [],
}

/** Asks every list in the store. */
export async function readLists(
  store: ListStore,
  { host, addresses }: { readonly host: string; readonly addresses: string[] },
  now: number,
): Promise<Listed> {
  const feeds = await feedsOf(store)
  const [asked, screening, used] = await Promise.all([
    sanctionsFor(store, addresses, now),
    screeningFor(store, { host, addresses }, feeds),
    Promise.all(feeds.map((feed) => store.currentList(feed))),
  ])
  const { status, matches, snapshot } = asked
  const usedFeeds = used.filter((one) => one !== undefined).map(reported)
  return {
    sanctions: { status, matches },
    screening,
    health:
      snapshot === null ? null : healthOf(snapshot, addresses.length, matches),
    snapshots: [
      ...(snapshot === null ? [] : [reported(snapshot)]),
      ...usedFeeds,
    ],
    feeds: usedFeeds,
  }
}

/** The list as endpoint-health takes it. */
export function healthOf(
  snapshot: ListSnapshot,
  addresses: number,
  matches: readonly object[],
): HealthSanctions {
  return {
    list_published_at: snapshot.published_at,
    fetched_at: isoOf(snapshot.fetched_at),
    addresses_checked: addresses,
    matches,
  }
}

function reported({
  id,
  sha256,
  published_at,
  fetched_at,
}: ListSnapshot): ReportedList {
  return { id, sha256, published_at, fetched_at: isoOf(fetched_at) }
}
