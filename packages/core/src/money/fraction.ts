/** An exact ratio of two integers; `d` is always positive. */
export type Fraction = { readonly n: bigint; readonly d: bigint }

/** Throws RangeError when `d` is 0: a caller's mistake, never input. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 0n) throw new RangeError('a fraction needs a denominator')
  return d < 0n ? { n: -n, d: -d } : { n, d }
}

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  if (a.d === b.d) return compareIntegers(a.n, b.n)
  return compareIntegers(a.n * b.d, b.n * a.d)
}

/** floor(n / d) for a positive `d`, also of negative numbers. */
export function floorDivide(n: bigint, d: bigint): bigint {
  const quotient = n / d
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient
}

/** floor(f · 10^places + 1/2): the value in units of 10^-places, half up. */
export function roundHalfUp(f: Fraction, places = 0): bigint {
  const scaled = places === 0 ? f.n : f.n * 10n ** BigInt(places)
  return floorDivide(2n * scaled + f.d, 2n * f.d)
}

/**
 * The fraction rounded half up to `places` decimals, as a JSON number. Only to
 * be shown: nothing may be compared with it that the page compares exactly.
 */
export function shownNumber(f: Fraction, places: number): number {
  return Number(decimalText(roundHalfUp(f, places), places))
}

/** `units` · 10^-places as a decimal string without trailing zeros. */
export function decimalText(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units)
    .toString()
    .padStart(places + 1, '0')
  if (places === 0) return sign + digits
  const whole = digits.slice(0, -places)
  const rest = digits.slice(-places).replace(/0+$/, '')
  return rest === '' ? sign + whole : `${sign}${whole}.${rest}`
}

/** Sum of two fractions. */
export function addFractions(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
}

/** Product of two fractions. */
export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d }
}

/**
 * The median of integers: the middle one, or the mean of the middle two.
 * `undefined` for none.
 */
export function medianOf(values: readonly bigint[]): Fraction | undefined {
  if (values.length < 2)
    return values[0] === undefined ? undefined : fraction(values[0])
  const sorted = [...values].sort(compareIntegers)
  const upper = sorted[sorted.length >> 1] as bigint
  if (sorted.length % 2 === 1) return fraction(upper)
  return fraction((sorted[(sorted.length >> 1) - 1] as bigint) + upper, 2n)
}

/** The median of fractions, as `medianOf`. */
export function medianOfFractions(
  values: readonly Fraction[],
): Fraction | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort(compareFractions)
  const upper = sorted[sorted.length >> 1] as Fraction
  if (sorted.length % 2 === 1) return upper
  const lower = sorted[(sorted.length >> 1) - 1] as Fraction
  const { n, d } = addFractions(lower, upper)
  return { n, d: 2n * d }
}

function compareIntegers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
