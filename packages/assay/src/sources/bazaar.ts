import type { SourceTools } from './ask.js'
import { readPaged } from './paged.js'
import type { CatalogSource } from './source.js'

/** Coinbase's Bazaar; its list needs no key. */
export const CDP_BAZAAR = 'https://api.cdp.coinbase.com/platform/v2/x402'

const CDP_LIMITS = { smallest: 20, largest: 1_000, step: 10 }
const FACILITATOR_LIMITS = { smallest: 1, largest: 100, step: 1 }

export type DiscoveryOptions = SourceTools & {
  readonly id?: string | undefined
  /** The facilitator's address, without `/discovery/resources`. */
  readonly baseUrl?: string | undefined
  /** Entries a page; put within what the source takes. */
  readonly limit?: number | undefined
  readonly maxPages?: number | undefined
  readonly pageBytes?: number | undefined
  readonly maxEntries?: number | undefined
}

/** The CDP Bazaar: 20 to 1,000 a page, in tens; 1,000 when not given. */
export function createBazaarSource(options: DiscoveryOptions): CatalogSource {
  return createDiscovery({ baseUrl: CDP_BAZAAR, ...options }, CDP_LIMITS, 'cdp')
}

/** Any facilitator's `/discovery/resources`: 1 to 100 a page. */
export function createFacilitatorSource(
  options: DiscoveryOptions & { readonly baseUrl: string },
): CatalogSource {
  const id = new URL(options.baseUrl).hostname
  return createDiscovery(options, FACILITATOR_LIMITS, id)
}

function createDiscovery(
  options: DiscoveryOptions,
  limits: typeof CDP_LIMITS,
  id: string,
): CatalogSource {
  const { smallest, largest, step } = limits
  const wanted = Math.floor(options.limit ?? largest)
  const within = Math.min(Math.max(wanted, smallest), largest)
  const limit = within - (within % step)
  const base = (options.baseUrl ?? CDP_BAZAAR).replace(/\/$/, '')
  const url = `${base}/discovery/resources`
  return {
    id: options.id ?? id,
    read: (signal) => readPaged({ ...options, url, limit }, signal),
  }
}
