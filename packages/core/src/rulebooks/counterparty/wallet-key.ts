import { addressKey } from '../../address/address.js'
import { networkFamily } from '../../x402/network.js'

/** What two spellings of a wallet are compared by. */
export type WalletKey = (wallet: string) => string

/**
 * By the mapped network: Solana exactly, elsewhere EVM addresses without case.
 * Each spelling is read once; equal keys are one and the same text, which makes
 * looking them up cheap. To be kept for one judgement only.
 */
export function createWalletKey(network: string | null): WalletKey {
  const isSolana = network !== null && networkFamily(network) === 'solana'
  const known = new Map<string, string>()
  return (wallet) => {
    const before = known.get(wallet)
    if (before !== undefined) return before
    const key = isSolana ? wallet : addressKey(wallet)
    const one = known.get(key) ?? key
    known.set(key, one)
    if (key !== wallet) known.set(wallet, one)
    return one
  }
}
