import { givenCategory } from './category.js'
import { CHAIN_NETWORKS, type ChainName } from './data.js'
import type { MerchantInput } from './input.js'
import type { Opinion } from './opinion.js'
import type { MerchantOutput } from './output.js'
import type { Prices } from './price.js'

/** Puts an opinion and what was passed through into the published shape. */
export function answer(
  input: MerchantInput,
  chain: ChainName | undefined,
  opinion: Opinion,
  prices: Prices,
): MerchantOutput {
  const wallet = input.wallet ?? null
  return {
    rulebook: 'merchant',
    version: '1',
    merchant: chain === 'base' ? (wallet as string).toLowerCase() : wallet,
    chain: chain ?? null,
    network: chain === undefined ? null : CHAIN_NETWORKS[chain],
    recommendation: opinion.recommendation,
    trust_tier: opinion.trust_tier,
    confidence: opinion.confidence,
    data_sufficiency: opinion.data_sufficiency,
    signals: opinion.signals,
    signal_status: opinion.signal_status,
    risk_flags: opinion.risk_flags,
    reasons: opinion.reasons,
    price_fairness: prices.asked,
    pricing: {
      advertised_prices_atomic: input.advertised_prices_atomic ?? [],
      fairness_vs_category: prices.advertised,
    },
    category: givenCategory(input.category),
    platforms: input.platforms ?? [],
    source: input.activity?.source ?? null,
  }
}
