import { addressKey } from '@assay402/core'

/** What a pin is kept by. */
export function pinKey(resource: string, network: string): string {
  return `${network} ${resource}`
}

/** What two wallets are compared by. */
export function addressKeyOf(address: string): string {
  return addressKey(address)
}
