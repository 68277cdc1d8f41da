/**
 * The exact value of a JSON number when it is an integer: beyond 2^53 − 1 it is
 * ±Infinity, and `undefined` when it is none. `written` is its text, needed
 * only when a double may not hold it (see `numberTextOf`).
 */
export function exactInteger(
  value: number,
  written: string | undefined,
): number | undefined {
  const { negative, digits, power } = decimalOf(written ?? String(value))
  if (digits === '') return 0
  if (power < 0) return undefined
  const size = digits.length + power
  const magnitude =
    size > 16 ? Number.POSITIVE_INFINITY : Number(digits.padEnd(size, '0'))
  const safe =
    magnitude > Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : magnitude
  return negative ? -safe : safe
}

/** A text that is equal for equal numbers, however they were written. */
export function numberKey(value: number, written: string | undefined): string {
  const { negative, digits, power } = decimalOf(written ?? String(value))
  if (digits === '') return '0'
  return `${negative ? '-' : ''}${digits}e${power}`
}

type Decimal = {
  readonly negative: boolean
  /** Without zeros at either end; empty for zero. */
  readonly digits: string
  readonly power: number
}

function decimalOf(written: string): Decimal {
  const negative = written.startsWith('-')
  const exponentAt = written.search(/[eE]/)
  const end = exponentAt < 0 ? written.length : exponentAt
  const mantissa = written.slice(negative ? 1 : 0, end)
  const exponent = exponentAt < 0 ? 0 : Number(written.slice(exponentAt + 1))
  const dot = mantissa.indexOf('.')
  const places = dot < 0 ? 0 : mantissa.length - dot - 1
  const all = mantissa.replace('.', '').replace(/^0+/, '')
  const digits = withoutTrailingZeros(all)
  const power = exponent - places + (all.length - digits.length)
  return { negative, digits, power }
}

// `/0+$/` would be quadratic on long runs of zeros in the middle.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--
  return digits.slice(0, end)
}
