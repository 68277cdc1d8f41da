import { StoreRefusal } from '../errors.js'

const DIGITS = /^\d{1,78}$/

/** An amount in atomic units. Throws StoreRefusal unless it is digits. */
export function amountOf(atomic: string): bigint {
  if (!DIGITS.test(atomic))
    throw new StoreRefusal('an amount is to be digits, e.g. "10000"')
  return BigInt(atomic)
}
