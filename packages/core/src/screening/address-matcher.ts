import { listedAddressKey } from './listed-address.js'

export type AddressEntry = { readonly key: string; readonly entry: string }

/** What a list says of an address; `undefined` when it is not on it. */
export type AddressMatcher = (address: string) => string | undefined

/**
 * A lookup over a list's entries, whose keys are those of `listedAddress`. One
 * hash look-up an address, however long the list.
 */
export function createAddressMatcher(
  entries: Iterable<AddressEntry>,
): AddressMatcher {
  const byKey = new Map<string, string>()
  for (const { key, entry } of entries) byKey.set(key, entry)
  return (address) => byKey.get(listedAddressKey(address))
}
