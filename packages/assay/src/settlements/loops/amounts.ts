const HALF = 4_294_967_296

/** An amount and the wallet that got it first; high · 2^32 + low. */
export type Carried = {
  readonly high: number
  readonly low: number
  readonly via: number
}

/** Below zero when the first is smaller. Exact for all amounts. */
export function compareAmounts(
  aHigh: number,
  aLow: number,
  bHigh: number,
  bLow: number,
): number {
  return aHigh === bHigh ? aLow - bLow : aHigh - bHigh
}

/** Whether `share` times a hop's amount is no less than another amount. */
export function canCarry(
  hopHigh: number,
  hopLow: number,
  share: number,
  high: number,
  low: number,
): boolean {
  const below = hopLow * share
  const over = Math.floor(below / HALF)
  return (
    compareAmounts(hopHigh * share + over, below - over * HALF, high, low) >= 0
  )
}

/** The two smallest amounts with different first wallets, the smaller first. */
export type Least = readonly Carried[]

/** What is kept after one more arrives; the same list when it adds nothing. */
export function withCarried(known: Least, one: Carried): Least {
  const [first, second] = known
  if (first === undefined) return [one]
  if (second !== undefined && compare(second, one) <= 0) return known
  if (first.via === one.via) {
    if (compare(first, one) <= 0) return known
    return second === undefined ? [one] : [one, second]
  }
  return compare(first, one) <= 0 ? [first, one] : [one, first]
}

function compare(a: Carried, b: Carried): number {
  return compareAmounts(a.high, a.low, b.high, b.low)
}
