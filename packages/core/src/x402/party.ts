import { addressKey } from '../address/address.js'
import type { NetworkFamily } from './network.js'

/** What an entry's asset or payee is compared by: EVM without case. */
export function partyKey(address: string, family: NetworkFamily): string {
  return family === 'eip155' ? addressKey(address) : address
}

/** Equal as assets or payees of a network of that family. */
export function sameParty(
  a: string,
  b: string,
  family: NetworkFamily,
): boolean {
  return a === b || partyKey(a, family) === partyKey(b, family)
}
