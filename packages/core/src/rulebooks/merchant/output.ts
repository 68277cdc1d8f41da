import { z } from 'zod'
import {
  CHAIN_NAMES,
  CONCENTRATIONS,
  CONFIDENCES,
  FAIRNESS,
  MERCHANT_CATEGORIES,
  RECOMMENDATIONS,
  RISK_FLAGS,
  SIGNAL_IDS,
  SOURCES,
  SUFFICIENCIES,
  TRUST_TIERS,
} from './data.js'
import { platformRow } from './input.js'

const count = z.number().nonnegative()
const fairness = z.enum(FAIRNESS)

/** The answer of the merchant rulebook. */
export const merchantOutput = z.object({
  rulebook: z.literal('merchant'),
  version: z.literal('1'),
  /** Lower-cased on Base, otherwise as given. */
  merchant: z.string().nullable(),
  chain: z.enum(CHAIN_NAMES).nullable(),
  network: z.string().nullable(),
  recommendation: z.enum(RECOMMENDATIONS),
  trust_tier: z.enum(TRUST_TIERS).nullable(),
  confidence: z.enum(CONFIDENCES),
  data_sufficiency: z.enum(SUFFICIENCIES),
  signals: z.object({
    merchant_age_days: count.nullable(),
    unique_payers: count.nullable(),
    total_tx_count: count.nullable(),
    payer_concentration: z.enum(CONCENTRATIONS),
  }),
  signal_status: z.record(z.enum(SIGNAL_IDS), z.enum(['live', 'dormant'])),
  risk_flags: z.array(z.enum(RISK_FLAGS)),
  reasons: z.array(z.string()),
  price_fairness: fairness,
  pricing: z.object({
    advertised_prices_atomic: z.array(z.string()),
    fairness_vs_category: fairness,
  }),
  category: z.enum(MERCHANT_CATEGORIES).nullable(),
  platforms: z.array(platformRow),
  source: z.enum(SOURCES).nullable(),
})

export type MerchantOutput = z.output<typeof merchantOutput>
export type Fairness = z.output<typeof fairness>
export type PayerConcentration =
  MerchantOutput['signals']['payer_concentration']
