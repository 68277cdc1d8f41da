import { addressKey } from './address.js'

/** Addresses from which nothing comes back. Source: destination's document. */
export const BURN_ADDRESSES: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xffffffffffffffffffffffffffffffffffffffff',
]

/** True for one of the burn addresses, without case. */
export function isBurnAddress(address: string): boolean {
  return BURN_ADDRESSES.includes(addressKey(address))
}
