import {
  compareFractions,
  type Fraction,
  fraction,
  medianOf,
  medianOfFractions,
  multiplyFractions,
} from '../../money/fraction.js'
import { parseAtomic } from '../../money/usd.js'
import { type Component, earned, unknown } from './component.js'
import { PRICE_STEPS, THRESHOLDS } from './data.js'
import type { Quote } from './input.js'

/** The quote against the median of its category; one host has one vote. */
export const price: Component = {
  id: 'price',
  measure: ({ input }) => {
    const quote = parseAtomic(input.quote_atomic)
    if (quote === undefined) return unknown('price_unknown')
    const market = hostMedians(input.category_quotes ?? [])
    if (market.length < THRESHOLDS.min_hosts.value)
      return unknown('price_unknown')
    const median = medianOfFractions(market) as Fraction
    return earned(pointsFor(fraction(quote), median), 'price', {
      quote: String(quote),
      median: String(median.n / median.d),
      hosts: market.length,
    })
  },
}

function hostMedians(quotes: readonly Quote[]): readonly Fraction[] {
  const byHost = new Map<string, bigint[]>()
  for (const quote of quotes) {
    const prices = byHost.get(quote.host)
    if (prices === undefined) byHost.set(quote.host, [quote.price])
    else prices.push(quote.price)
  }
  return Array.from(byHost.values(), (prices) => medianOf(prices) as Fraction)
}

function pointsFor(quote: Fraction, median: Fraction): number {
  const step = PRICE_STEPS.find(({ up_to_medians }) => {
    const limit = multiplyFractions(median, fraction(BigInt(up_to_medians)))
    return compareFractions(quote, limit) <= 0
  })
  return step?.points ?? 0
}
