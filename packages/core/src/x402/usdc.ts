import { sameAddress } from '../address/address.js'
import { BASE, SOLANA_MAINNET } from './network.js'

/** Canonical USDC (6 decimals) of every supported mainnet. */
export const CANONICAL_USDC: Readonly<Record<string, string>> = {
  [BASE]: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'eip155:1': '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  'eip155:10': '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  'eip155:137': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  'eip155:42161': '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  'eip155:43114': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  [SOLANA_MAINNET]: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
}

const ASSETS = new Map(Object.entries(CANONICAL_USDC))

/** True for the mainnets whose canonical USDC is known. */
export function isSupportedMainnet(network: string): boolean {
  return ASSETS.has(network)
}

/** True when `asset` is the canonical USDC of a mapped, supported network. */
export function isCanonicalUsdc(network: string, asset: string): boolean {
  const canonical = ASSETS.get(network)
  return canonical !== undefined && sameAddress(canonical, asset)
}
