import { endpointHealth, isInputError } from '@assay402/core'
import { marketScore, QUOTE_FRESH_MS, readMarket } from '../known/market.js'
import { type Market, marketOf } from '../questions/condense.js'
import { isoOf } from '../questions/iso.js'
import type { CategoryQuote, Store } from '../store/store.js'

/**
 * Writes the medians of categories anew; returns the resources whose points for
 * their price are other ones with them.
 */
export async function updateMarkets(
  store: Store,
  categories: ReadonlySet<string>,
  now: number,
): Promise<string[]> {
  const repriced: string[] = []
  for (const category of categories) {
    const quotes = await store.categoryQuotes(category, now - QUOTE_FRESH_MS)
    const before = await readMarket(store, category, now)
    const after = marketOf(quotes)
    await store.saveScore(marketScore(category, after, now))
    if (before !== undefined && before.median_atomic !== after.median_atomic)
      repriced.push(...repricedBy(category, quotes, before, after, now))
  }
  return repriced
}

function repricedBy(
  category: string,
  quotes: readonly CategoryQuote[],
  before: Market,
  after: Market,
  now: number,
): string[] {
  const changes = new Map<string, boolean>()
  const isOther = (price: string) => {
    const known = changes.get(price)
    if (known !== undefined) return known
    const other =
      pointsFor(price, category, before, now) !==
      pointsFor(price, category, after, now)
    changes.set(price, other)
    return other
  }
  return quotes
    .filter(({ price_atomic }) => isOther(price_atomic))
    .map(({ resource_id }) => resource_id)
}

/** Endpoint-health itself says what a price is worth. */
function pointsFor(
  price: string,
  category: string,
  market: Market,
  now: number,
): number | null {
  const answer = endpointHealth.judge({
    now: isoOf(now),
    quote_atomic: price,
    tags: [category],
    category_quotes: market.quotes,
  })
  return isInputError(answer) ? null : answer.components.price.points
}
