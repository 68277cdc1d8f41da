import { parseUsd } from '../money/usd.js'
import { mapNetwork } from '../x402/network.js'
import { isCanonicalUsdc } from '../x402/usdc.js'
import { type Fields, firstOf, listOf } from './fields.js'
import { CATALOG_LIMITS } from './limits.js'

const USD_PRICE = ['pricing_usd', 'price_usd', 'priceUsd', 'priceUSD']
const ATOMIC = 1_000_000n

/**
 * Prices of an entry without `accepts`, one for each offer that it stands for:
 * atomic digits, or `undefined` for one that cannot be told exactly. `amounts`
 * are millions of atomic units; a USD price counts for canonical USDC alone.
 */
export function pricesOf(
  entry: Fields,
  network: unknown,
  asset: unknown,
): readonly (string | undefined)[] {
  const amounts = listOf(entry, ['amounts'])
  if (amounts !== undefined && amounts.length > 0)
    return amounts.slice(0, CATALOG_LIMITS.accepts).map(atomic)
  const price = firstOf(entry, USD_PRICE)
  return [isUsdc(network, asset) ? atomic(price) : undefined]
}

function isUsdc(network: unknown, asset: unknown): boolean {
  return (
    typeof network === 'string' &&
    typeof asset === 'string' &&
    isCanonicalUsdc(mapNetwork(network).id, asset)
  )
}

function atomic(price: unknown): string | undefined {
  const read = parseUsd(price)
  if (read === undefined) return undefined
  const scaled = read.n * ATOMIC
  return scaled % read.d === 0n ? String(scaled / read.d) : undefined
}
