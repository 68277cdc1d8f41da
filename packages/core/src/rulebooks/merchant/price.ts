import {
  compareFractions,
  type Fraction,
  fraction,
  medianOf,
  multiplyFractions,
} from '../../money/fraction.js'
import { parseAtomic, parseUsd, USDC_DECIMALS } from '../../money/usd.js'
import { isCanonicalUsdc } from '../../x402/usdc.js'
import { givenCategory } from './category.js'
import { THRESHOLDS } from './data.js'
import type { MerchantInput } from './input.js'
import type { Fairness } from './output.js'

/** The caller's price and the merchant's own, each against its category. */
export type Prices = { readonly asked: Fairness; readonly advertised: Fairness }

/** Without history nothing is compared. */
export const NO_PRICES: Prices = { asked: 'unknown', advertised: 'unknown' }

/** Compares both prices with the median of the category, when there is one. */
export function pricesOf(input: MerchantInput, network: string): Prices {
  if (givenCategory(input.category) === null) return NO_PRICES
  const market = marketMedian(input.comparable_prices_atomic ?? [])
  if (market === undefined) return NO_PRICES
  const own = (input.advertised_prices_atomic ?? []).map(BigInt)
  return {
    asked: fairnessOf(callersPrice(input, network), market),
    advertised: fairnessOf(medianOf(own), market),
  }
}

function marketMedian(comparables: readonly bigint[]): Fraction | undefined {
  return comparables.length < THRESHOLDS.min_comparables.value
    ? undefined
    : medianOf(comparables)
}

function callersPrice(
  input: Pick<MerchantInput, 'price_usd' | 'amount_atomic' | 'asset'>,
  network: string,
): Fraction | undefined {
  const usd = parseUsd(input.price_usd)
  if (usd !== undefined) return multiplyFractions(usd, ATOMIC_PER_USD)
  const amount = parseAtomic(input.amount_atomic)
  return amount !== undefined && isCanonicalUsdc(network, input.asset ?? '')
    ? fraction(amount)
    : undefined
}

function fairnessOf(price: Fraction | undefined, median: Fraction): Fairness {
  if (price === undefined || median.n === 0n) return 'unknown'
  if (compareFractions(price, multiplyFractions(median, HIGH)) >= 0)
    return 'high'
  return compareFractions(price, multiplyFractions(median, LOW)) <= 0
    ? 'low'
    : 'fair'
}

const ATOMIC_PER_USD = fraction(10n ** BigInt(USDC_DECIMALS))
const HIGH = fraction(BigInt(THRESHOLDS.high_price_percent.value), 100n)
const LOW = fraction(BigInt(THRESHOLDS.low_price_percent.value), 100n)
