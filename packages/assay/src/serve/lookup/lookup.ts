import { isoOf } from '../../questions/iso.js'
import type { Service } from '../service.js'
import { type LookupIndex, lookupIndex } from './index-of.js'
import {
  listedEntries,
  resourceSummaries,
  walletSummaries,
} from './summaries.js'

export const LOOKUP_KINDS = ['resource', 'wallet'] as const

export type LookupKind = (typeof LOOKUP_KINDS)[number]

/** The index in memory, as of a moment. */
export type Lookup = {
  readonly as_of: string
  readonly indexes: Readonly<Record<LookupKind, LookupIndex>>
}

/** The store is read again for the index. */
export const REFRESH_MS = 600_000

type Reader = Pick<Service, 'store' | 'now' | 'clock' | 'log'>

/**
 * Gives the index: made when it is first asked for, made anew behind the scenes
 * once it is older than ten minutes. One that cannot be made anew stays.
 */
export function createLookup(service: Reader): () => Promise<Lookup> {
  let current: { readonly lookup: Lookup; readonly at: number } | undefined
  let making: Promise<Lookup> | undefined

  const make = async () => {
    try {
      const lookup = await readLookup(service)
      current = { lookup, at: service.clock() }
      return lookup
    } finally {
      making = undefined
    }
  }
  return async () => {
    const isFresh =
      current !== undefined && service.clock() - current.at < REFRESH_MS
    if (current !== undefined && isFresh) return current.lookup
    making ??= make()
    if (current === undefined) return making
    making.catch((error: unknown) =>
      service.log({
        level: 'warn',
        event: 'lookup_not_refreshed',
        error: error instanceof Error ? error.message : String(error),
      }),
    )
    return current.lookup
  }
}

async function readLookup(service: Reader): Promise<Lookup> {
  const as_of = isoOf(service.now())
  const entries = await listedEntries(service)
  const resources = await resourceSummaries(service, entries)
  const wallets = await walletSummaries(service, entries)
  return {
    as_of,
    indexes: {
      resource: lookupIndex(resources, { kind: 'resource', as_of }),
      wallet: lookupIndex(wallets, { kind: 'wallet', as_of }),
    },
  }
}
