/** Figures of reading a challenge; every rulebook that reads one shares them. */
export const CHALLENGE_LIMITS = {
  /** Levels of nesting; the outermost container is 1. */
  json_depth: 32,
  /** UTF-16 units of a JSON text. */
  json_units: 131_072,
  /** Digits of an amount. */
  amount_digits: 78,
  /** `maxTimeoutSeconds` above it: `timeout_long`. */
  timeout_long_s: 600,
  /** `maxTimeoutSeconds` above it: `timeout_absurd`. */
  timeout_absurd_s: 86_400,
  /** An expiry from this figure on is in milliseconds. */
  expiry_milliseconds_from: 1_000_000_000_000,
} as const

/** The largest amount a token contract can hold, 2^256 − 1. */
export const LARGEST_AMOUNT =
  '115792089237316195423570985008687907853269984665640564039457584007913129639935'
