import { addressKey } from '../address/address.js'
import { mapNetwork, networkFamily } from '../x402/network.js'

/**
 * Network family, colon, address. EVM addresses are lower-cased, so that one
 * wallet has one key on every chain of its family; others stay as written.
 * The family of a network that is neither EVM nor Solana is its namespace.
 */
export function walletKey(network: string, address: string): string {
  const id = mapNetwork(network).id
  const family = networkFamily(id)
  if (family === 'eip155') return `eip155:${addressKey(address)}`
  return `${family === 'solana' ? family : namespaceOf(id)}:${address}`
}

function namespaceOf(network: string): string {
  const colon = network.indexOf(':')
  return colon < 0 ? network : network.slice(0, colon)
}
