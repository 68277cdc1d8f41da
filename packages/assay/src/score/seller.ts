import {
  isEvmAddress,
  isSolanaAddress,
  resourceId,
  resourceOf,
  sameAddress,
} from '@assay402/core'
import { type Catalogs, liveListings } from '../known/read.js'
import {
  readStoredChallenge,
  type StoredChallenge,
} from '../known/stored-challenge.js'
import { payable } from '../questions/expectation.js'
import type { Endpoint, ListingSpan, Store } from '../store/store.js'

/** Endpoints of one wallet that are looked at. */
const MOST_ENDPOINTS = 20

/** A probe speaks for the seller for a day. */
const PROBE_MS = 86_400_000

/** True for what is scored as a wallet. */
export function isAddress(subject: string): boolean {
  return isEvmAddress(subject) || isSolanaAddress(subject)
}

/** Who a subject is, from what is stored. */
export type Seller = {
  readonly pay_to: string | null
  readonly network: string | null
  readonly listings: readonly ListingSpan[]
  readonly challenge: StoredChallenge | undefined
  readonly hosts: readonly string[]
  readonly endpoints: number
}

/** The seller behind a wallet; undefined: no catalog names it. */
export async function sellerOfWallet(
  store: Store,
  wallet: string,
  catalogs: Catalogs,
  now: number,
): Promise<Seller | undefined> {
  const endpoints = await store.endpointsOfWallet(wallet)
  if (endpoints.length === 0) return undefined
  const looked = endpoints.slice(0, MOST_ENDPOINTS)
  const challenges = await Promise.all(
    looked.map(({ resource }) =>
      readStoredChallenge(store, resource, now, PROBE_MS),
    ),
  )
  const listings = (
    await Promise.all(
      looked.map(({ resource_id }) => store.listingsOf(resource_id)),
    )
  ).flatMap((spans) => liveListings(spans, catalogs))
  const offer = listings
    .flatMap(({ offers }) => offers)
    .find(({ pay_to }) => sameAddress(pay_to, wallet))
  return {
    pay_to: wallet,
    network: offer?.network ?? null,
    listings: [],
    challenge: newest(challenges),
    hosts: [...new Set(endpoints.map(({ host }) => host))],
    endpoints: endpoints.length,
  }
}

/** The seller at a URL; undefined: nothing of it is stored. */
export async function sellerOfUrl(
  store: Store,
  url: string,
  catalogs: Catalogs,
  now: number,
): Promise<Seller | undefined> {
  const host = new URL(url).origin
  const endpoint = listedAt(url, await store.endpointsOfHost(host))
  const resource = endpoint?.resource ?? (resourceOf('GET', url) as string)
  const id = endpoint?.resource_id ?? resourceId(resource)
  const [spans, history, challenge] = await Promise.all([
    store.listingsOf(id),
    store.observationsOf({ resource_id: id, until: now, limit: 30 }),
    readStoredChallenge(store, resource, now, PROBE_MS),
  ])
  if (spans.length + history.length === 0 && challenge === undefined)
    return undefined
  const listings = liveListings(spans, catalogs)
  const seen = history.find(({ pay_to }) => pay_to !== null)
  const listed = listings.flatMap(({ offers }) => payable(offers, 'any'))[0]
  return {
    pay_to: seen?.pay_to ?? listed?.pay_to ?? null,
    network: seen?.network ?? listed?.network ?? null,
    listings,
    challenge,
    hosts: [host],
    endpoints: endpoint === undefined ? 0 : 1,
  }
}

function listedAt(
  url: string,
  endpoints: readonly Endpoint[],
): Endpoint | undefined {
  const { href } = new URL(url)
  const here = endpoints.filter((one) => new URL(one.url).href === href)
  return here.find(({ method }) => method === 'GET') ?? here[0]
}

function newest(
  challenges: readonly (StoredChallenge | undefined)[],
): StoredChallenge | undefined {
  return challenges
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.record.collected_at < b.record.collected_at ? 1 : -1))[0]
}
