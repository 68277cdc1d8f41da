import type { Reason, Rule, Threshold } from '../../rulebook/rulebook.js'
import { BASE, SOLANA_MAINNET } from '../../x402/network.js'

export const SOURCES = ['settlements_30d', 'catalog'] as const
export const CHAIN_NAMES = ['base', 'solana'] as const
export const RECOMMENDATIONS = [
  'PROCEED',
  'CAUTION',
  'INSUFFICIENT_SIGNAL',
] as const
export const TRUST_TIERS = ['TRUSTED', 'CAUTION', 'AVOID'] as const
export const CONFIDENCES = ['HIGH', 'MEDIUM', 'LOW'] as const
export const SUFFICIENCIES = ['SUFFICIENT', 'INSUFFICIENT'] as const
export const CONCENTRATIONS = ['LOW', 'MEDIUM', 'HIGH', 'UNKNOWN'] as const
export const FAIRNESS = ['high', 'fair', 'low', 'unknown'] as const
export const MERCHANT_CATEGORIES = [
  'data_api',
  'compute',
  'content_generation',
  'financial_data',
  'storage',
  'other',
] as const

/** The six signals, in the order in which flags and reasons stand. */
export const SIGNAL_IDS = [
  'wallet_age',
  'payer_diversity',
  'settlement_completion',
  'recourse',
  'price_consistency',
  'velocity',
] as const

/** One flag a signal, in the same order. */
export const RISK_FLAGS = [
  'new_wallet',
  'low_payer_diversity',
  'high_abandon_rate',
  'no_refund_recourse',
  'price_variance',
  'velocity_anomaly',
] as const

export type ChainName = (typeof CHAIN_NAMES)[number]
export type MerchantCategory = (typeof MERCHANT_CATEGORIES)[number]
export type SignalId = (typeof SIGNAL_IDS)[number]
export type RiskFlag = (typeof RISK_FLAGS)[number]

export const CHAIN_NETWORKS: Readonly<Record<ChainName, string>> = {
  base: BASE,
  solana: SOLANA_MAINNET,
}

export const THRESHOLDS = {
  min_transactions: {
    value: 5,
    unit: 'settlements',
    why: 'Below this nothing can be said about behaviour.',
  },
  new_wallet_days: {
    value: 14,
    unit: 'days',
    why: 'A merchant of a few days has no track record.',
  },
  low_diversity_percent: {
    value: 30,
    unit: '% payers per settlement',
    why: 'Below it volume is concentrated among very few payers, as wash volume is.',
  },
  medium_diversity_percent: {
    value: 60,
    unit: '% payers per settlement',
    why: 'The line between medium and low concentration.',
  },
  many_payers: {
    value: 50,
    unit: 'payers',
    why: 'A much used API drives the ratio down without concentration.',
  },
  abandoned_percent: {
    value: 35,
    unit: '% of flows',
    why: 'More abandoned flows than this are a finding.',
  },
  recourse_transactions: {
    value: 20,
    unit: 'settlements',
    why: 'No refund at this volume is a visible absence of recourse.',
  },
  velocity_days: {
    value: 8,
    unit: 'days',
    why: 'Fewer days before the newest make no baseline.',
  },
  velocity_window_days: {
    value: 29,
    unit: 'days',
    why: 'With the newest day, thirty days of settlements.',
  },
  velocity_factor: {
    value: 8,
    unit: '× the median day',
    why: 'Growth is rarely this sudden.',
  },
  velocity_floor_base: {
    value: 200,
    unit: 'settlements a day',
    why: 'Small wallets may spike; the pace of Base.',
  },
  velocity_floor_solana: {
    value: 800,
    unit: 'settlements a day',
    why: 'Solana settles about four times as fast as Base.',
  },
  velocity_amount_factor: {
    value: 10,
    unit: '× the median mean amount',
    why: 'Prices rarely rise tenfold in a day.',
  },
  velocity_amount_transactions: {
    value: 5,
    unit: 'settlements',
    why: 'One large payment is not a day of them.',
  },
  confidence_high: {
    value: 50,
    unit: 'settlements',
    why: 'Enough to rely on ratios.',
  },
  confidence_medium: {
    value: 15,
    unit: 'settlements',
    why: 'Enough to see a tendency.',
  },
  avoid_findings: {
    value: 2,
    unit: 'findings',
    why: 'A direct count, not a weighted score.',
  },
  min_comparables: {
    value: 3,
    unit: 'prices',
    why: 'Fewer do not make a market price.',
  },
  high_price_percent: {
    value: 300,
    unit: '% of the median',
    why: 'Bands are wide: a category bundles different resources.',
  },
  low_price_percent: {
    value: 35,
    unit: '% of the median',
    why: 'Bands are wide: a category bundles different resources.',
  },
} as const satisfies Record<string, Threshold>

export const REASONS = {
  new_wallet: {
    text: 'First seen {age} days ago: no track record yet.',
    effect: 'finding',
  },
  low_payer_diversity: {
    text: '{unique} payers made {total} settlements: volume is concentrated.',
    effect: 'finding',
  },
  high_abandon_rate: {
    text: '{abandoned} of {flows} purchase flows were abandoned.',
    effect: 'finding',
  },
  no_refund_recourse: {
    text: 'No refund seen in {total} settlements, although some were old enough for one.',
    effect: 'finding',
  },
  price_variance: {
    text: 'Different payers were charged different prices for one resource.',
    effect: 'finding',
  },
  velocity_anomaly: {
    text: 'The newest full day ({newest} settlements) is far outside the {days} days before it, by number or by amount.',
    effect: 'finding',
  },
  no_findings: {
    text: 'No findings: the signals that have data show ordinary trade.',
    effect: 'TRUSTED',
  },
  unrecognised_wallet: {
    text: 'Not an address that this rulebook can look up.',
    effect: 'INSUFFICIENT_SIGNAL',
  },
  not_indexed: {
    text: 'A well-formed address without settlement history.',
    effect: 'INSUFFICIENT_SIGNAL',
  },
  too_few_transactions: {
    text: 'Fewer than {min} settlements are known: too few to judge.',
    effect: 'CAUTION, INSUFFICIENT_SIGNAL',
  },
} as const satisfies Record<string, Reason>

export const RULES: readonly Rule[] = [
  {
    id: 'address',
    when: 'the wallet is neither an EVM address nor base58 of 32 bytes, or has no history',
    then: 'INSUFFICIENT_SIGNAL, no tier, all signals dormant',
  },
  {
    id: 'sufficiency',
    when: 'fewer than 5 settlements are known',
    then: 'tier CAUTION, INSUFFICIENT_SIGNAL; prices are still compared',
  },
  {
    id: 'wallet_age',
    when: 'first seen less than 14 days before now',
    then: 'new_wallet',
  },
  {
    id: 'payer_diversity',
    when: 'payers are under 30 % of settlements and fewer than 50',
    then: 'low_payer_diversity',
  },
  {
    id: 'settlement_completion',
    when: 'more than 35 % of flows were abandoned',
    then: 'high_abandon_rate',
  },
  {
    id: 'recourse',
    when: 'no refund, at least 20 settlements, and volume old enough for a refund',
    then: 'no_refund_recourse',
  },
  {
    id: 'price_consistency',
    when: 'two payers were charged two prices for one resource',
    then: 'price_variance',
  },
  {
    id: 'velocity',
    when: 'the last complete day has more settlements than 8 × the median day (at least 1) and than the floor of the chain, or at least 5 of a mean amount over 10 × the usual',
    then: 'velocity_anomaly',
  },
  {
    id: 'tier',
    when: 'findings are counted',
    then: '0 TRUSTED, 1 CAUTION, 2 or more AVOID; PROCEED only when TRUSTED',
  },
  {
    id: 'price_fairness',
    when: 'at least 3 comparable prices of the category are known',
    then: 'high from 3 × the median, low up to 0.35 ×, else fair',
  },
]

export const LIMITS: readonly string[] = [
  'No public source gives completed and abandoned flows or prices by payer: settlement_completion and price_consistency stay dormant until one does.',
  'A refund is only seen when the outgoing transfers of the wallet were read.',
  'Comparable prices are price rows, not wallets: three routes of one other wallet are enough.',
  'A category bundles resources of different worth; keywords cannot tell them apart.',
  'Not a certification: an algorithmic reading of public settlements.',
]
