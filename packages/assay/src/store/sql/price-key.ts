const DIGITS = /^\d{1,99}$/

/** The key of what has no price: it comes after every other. */
export const NO_PRICE = '~'

/** Digits with their count before them: texts that compare as numbers do. */
export function priceKey(atomic: string | null): string {
  if (atomic === null || !DIGITS.test(atomic)) return NO_PRICE
  const digits = atomic.replace(/^0+(?=\d)/, '')
  return `${String(digits.length).padStart(2, '0')}${digits}`
}

/** The price of a key, null when it is of none. */
export function priceOfKey(key: string): string | null {
  return key === NO_PRICE ? null : key.slice(2)
}
