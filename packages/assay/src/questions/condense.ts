import {
  compareFractions,
  decimalText,
  type Fraction,
  medianOf,
  medianOfFractions,
  parseAtomic,
  roundHalfUp,
} from '@assay402/core'

/** One price of one seller. */
export type Quote = { readonly host: string; readonly price_atomic: string }

/** What a market of prices comes to. */
export type Market = {
  /**
   * The middle one or two quotes of each host, of the 200 hosts in the middle
   * at most: every rulebook answers on them as it would on all.
   */
  readonly quotes: readonly Quote[]
  /** Median of the medians of the hosts, atomic, exact; null for no host. */
  readonly median_atomic: string | null
  readonly hosts: number
  readonly rows: number
}

const MOST_HOSTS = 200
const MOST_PRICES = 200

/** A market in which each host has one vote. n log n. */
export function marketOf(quotes: readonly Quote[]): Market {
  const byHost = new Map<string, bigint[]>()
  let rows = 0
  for (const { host, price_atomic } of quotes) {
    const price = parseAtomic(price_atomic)
    if (price === undefined) continue
    rows++
    const prices = byHost.get(host)
    if (prices === undefined) byHost.set(host, [price])
    else prices.push(price)
  }
  const hosts = Array.from(byHost, ([host, prices]) => ({
    host,
    prices: middle(prices),
    median: medianOf(prices) as Fraction,
  })).sort(
    (a, b) =>
      compareFractions(a.median, b.median) || (a.host < b.host ? -1 : 1),
  )
  const median = medianOfFractions(hosts.map((host) => host.median))
  return {
    quotes: around(hosts, MOST_HOSTS).flatMap(({ host, prices }) =>
      prices.map((price) => ({ host, price_atomic: String(price) })),
    ),
    median_atomic: median === undefined ? null : exactText(median),
    hosts: hosts.length,
    rows,
  }
}

/** At most 200 prices with the median of all of them, unreadable ones gone. */
export function condensePrices(prices: readonly string[]): string[] {
  const sorted = prices
    .flatMap((price) => parseAtomic(price) ?? [])
    .sort(ascending)
  return around(sorted, MOST_PRICES).map(String)
}

/** The middle one, or the middle two. */
function middle(prices: readonly bigint[]): bigint[] {
  const sorted = [...prices].sort(ascending)
  const upper = sorted.length >> 1
  return sorted.slice(sorted.length % 2 === 1 ? upper : upper - 1, upper + 1)
}

/** As many around the middle as fit, evenly, so that the median stays. */
function around<Item>(sorted: readonly Item[], most: number): readonly Item[] {
  const surplus = sorted.length - most
  if (surplus <= 0) return sorted
  const cut = Math.ceil(surplus / 2)
  return sorted.slice(cut, sorted.length - cut)
}

// Means of two, twice: quarters at most, so two decimals are exact.
function exactText(value: Fraction): string {
  return decimalText(roundHalfUp(value, 2), 2)
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
