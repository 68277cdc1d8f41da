import { categoryOf } from '@assay402/core'
import { readHost } from '../known/host.js'
import { type Listed, NO_LISTS, readLists } from '../known/lists.js'
import { readMarket, type StoredMarket } from '../known/market.js'
import { type Catalogs, readCatalogs } from '../known/read.js'
import {
  type KnownResource,
  readResource,
  UNKNOWN_RESOURCE,
} from '../known/resource.js'
import {
  type FiguresUnavailable,
  readFigures,
  type SettledFigures,
} from '../known/settled-figures.js'
import { type KnownWallet, readWallet } from '../known/wallet.js'
import type { HostFacts } from '../questions/reputation.js'
import type { Pin } from '../store/store.js'
import { fromStore, type StoreAccess } from './opened-store.js'
import type { Subject } from './request.js'

/** What the store knows of a resource and its host, whatever its terms are. */
export type Known = {
  readonly resource: KnownResource
  readonly host: HostFacts
  /** Of the category the catalogs put it in; null: unknown. */
  readonly market: StoredMarket | null
  readonly catalogs: Catalogs
}

/** What the store knows of those that the terms name. */
export type KnownPayee = {
  readonly lists: Listed
  /** Null: the terms name no wallet. */
  readonly wallet: KnownWallet | null
  /** What its settlements say; null: there is nothing to ask. */
  readonly settled: SettledFigures | FiguresUnavailable | null
  /** By network. */
  readonly pins: ReadonlyMap<string, Pin>
}

/** Reads what is known of a resource as of a moment (epoch milliseconds). */
export function readKnown(
  subject: Subject,
  access: StoreAccess,
  now: number,
): Promise<Known> {
  const nothing: Known = {
    resource: UNKNOWN_RESOURCE,
    host: { host: subject.host, endpoints: [], checks: [] },
    market: null,
    catalogs: new Map(),
  }
  return fromStore(
    access,
    async (store) => {
      const [catalogs, neighbours] = await Promise.all([
        readCatalogs(store),
        store.endpointsOfHost(subject.host),
      ])
      const [resource, host] = await Promise.all([
        readResource(store, subject, neighbours, catalogs, now),
        readHost(store, subject.host, neighbours, now),
      ])
      const category =
        resource.endpoint === null ? null : categoryOf(resource.endpoint.tags)
      const market =
        category === null ? undefined : await readMarket(store, category, now)
      return { resource, host, market: market ?? null, catalogs }
    },
    nothing,
  )
}

/** Reads what is known of the wallets and networks that terms name. */
export function readPayee(
  subject: Subject,
  named: {
    readonly pay_to: string | null
    /** Of the terms that name the wallet. */
    readonly network: string | null
    readonly addresses: readonly string[]
    readonly networks: readonly string[]
  },
  known: Known,
  access: StoreAccess,
  now: number,
): Promise<KnownPayee> {
  const { pay_to, network } = named
  const nothing: KnownPayee = {
    lists: NO_LISTS,
    wallet:
      pay_to === null
        ? null
        : { wallet: pay_to, listings: [], comparables: [], category: null },
    settled: null,
    pins: new Map(),
  }
  return fromStore(
    access,
    async (store) => {
      const { catalogs, resource } = known
      const [lists, wallet, settled, pins] = await Promise.all([
        readLists(
          store,
          { host: subject.host_name, addresses: [...named.addresses] },
          now,
        ),
        pay_to === null
          ? null
          : readWallet(store, pay_to, resource.listings, catalogs, now),
        pay_to === null || network === null
          ? null
          : readFigures(store, network, pay_to, now),
        Promise.all(
          named.networks.map((one) => store.pinOf(subject.resource_id, one)),
        ),
      ])
      const found = pins.filter((pin) => pin !== undefined)
      return {
        lists,
        wallet,
        settled,
        pins: new Map(found.map((pin) => [pin.network, pin])),
      }
    },
    nothing,
  )
}
