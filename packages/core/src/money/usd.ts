import { decimalText, type Fraction, fraction } from './fraction.js'

/** Decimals of every canonical USDC. */
export const USDC_DECIMALS = 6

const DECIMAL = /^([0-9]{1,78})(?:\.([0-9]{1,78}))?$/

/**
 * Reads a USD amount: a plain decimal string (`"0.01"`) or a finite JSON
 * number ≥ 0, taken by its shortest decimal form. Exact; `undefined` when it
 * is neither.
 */
export function parseUsd(value: unknown): Fraction | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return undefined
    return parseUsd(plainDecimal(value))
  }
  if (typeof value !== 'string') return undefined
  const parts = DECIMAL.exec(value)
  if (parts === null) return undefined
  const decimals = parts[2] ?? ''
  return fraction(
    BigInt((parts[1] as string) + decimals),
    10n ** BigInt(decimals.length),
  )
}

/** USD → atomic USDC (10^-6), half up. */
export function usdToAtomic(usd: Fraction): bigint {
  return (2n * usd.n * 1_000_000n + usd.d) / (2n * usd.d)
}

/** Atomic USDC → USD as a decimal string without trailing zeros. */
export function atomicToUsd(atomic: bigint): string {
  return decimalText(atomic, USDC_DECIMALS)
}

/** The form of an atomic amount. */
export const ATOMIC = /^[0-9]{1,78}$/

/** True for a string of 1–78 ASCII digits. */
export function isAtomicText(value: unknown): value is string {
  return typeof value === 'string' && ATOMIC.test(value)
}

/** Reads an atomic amount: a string of 1–78 ASCII digits, else `undefined`. */
export function parseAtomic(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined
  // Up to 15 digits a double is exact, and becomes a bigint three times as
  // fast as text does; nearly every amount is one of these.
  if (value.length > 15) return ATOMIC.test(value) ? BigInt(value) : undefined
  let amount = 0
  for (let i = 0; i < value.length; i++) {
    const digit = value.charCodeAt(i) - 0x30
    if (digit < 0 || digit > 9) return undefined
    amount = amount * 10 + digit
  }
  return value === '' ? undefined : BigInt(amount)
}

function plainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [whole = '', rest = ''] = mantissa.split('.')
  const shift = Number(exponent)
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${rest}`
  return whole + rest.padEnd(shift, '0')
}
