import { isObject, walletKey } from '@assay402/core'
import type { Market, Quote } from '../questions/condense.js'
import { isoOf } from '../questions/iso.js'
import type {
  CategoryQuote,
  ObservationStore,
  StoredScore,
} from '../store/store.js'

/** How long a quote is fresh: as long as an observation is. */
export const QUOTE_FRESH_MS = 26 * 3_600_000

/** Advertised prices change rarely; what was crawled within a week counts. */
const ADVERTISED_FRESH_MS = 7 * 86_400_000

const MARKET = 'category-market'
const MERCHANT = 'merchant/'

/** The stored market of a category of endpoint-health. */
export type StoredMarket = Market & {
  readonly category: string
  readonly as_of: string
}

/** The market of a category, when it is fresh. */
export async function readMarket(
  store: Pick<ObservationStore, 'scoreOf'>,
  category: string,
  now: number,
): Promise<StoredMarket | undefined> {
  const stored = await store.scoreOf(MARKET, category)
  if (stored === undefined || !isMarket(stored.output)) return undefined
  return now - stored.as_of > QUOTE_FRESH_MS ? undefined : stored.output
}

/** The row that keeps the market of a category. */
export function marketScore(
  category: string,
  market: Market,
  asOf: number,
): StoredScore {
  const output: StoredMarket = { ...market, category, as_of: isoOf(asOf) }
  return {
    rulebook: MARKET,
    version: '1',
    subject: category,
    as_of: asOf,
    score: market.median_atomic === null ? null : Number(market.median_atomic),
    output,
  }
}

/**
 * An advertised price as a quote of its merchant category; the wallet stands
 * where the host of other quotes does.
 */
export function advertisedQuote(
  resourceId: string,
  place: number,
  offer: {
    readonly network: string
    readonly pay_to: string
    readonly price_atomic: string
  },
  merchantCategory: string,
  at: number,
): CategoryQuote {
  return {
    resource_id: `${MERCHANT}${resourceId}/${place}`,
    category: `${MERCHANT}${merchantCategory}`,
    host: walletKey(offer.network, offer.pay_to),
    price_atomic: offer.price_atomic,
    at,
  }
}

/** Advertised prices of a merchant category, of all wallets but these. */
export async function readComparables(
  store: Pick<ObservationStore, 'categoryQuotes'>,
  merchantCategory: string,
  wallets: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  const quotes = await store.categoryQuotes(
    `${MERCHANT}${merchantCategory}`,
    now - ADVERTISED_FRESH_MS,
  )
  return quotes
    .filter(({ host }) => !wallets.has(host))
    .map(({ price_atomic }) => price_atomic)
}

function isMarket(output: unknown): output is StoredMarket {
  return (
    isObject(output) &&
    Array.isArray(output['quotes']) &&
    output['quotes'].every(isQuote) &&
    typeof output['hosts'] === 'number'
  )
}

function isQuote(row: unknown): row is Quote {
  return isObject(row) && typeof row['host'] === 'string'
}
