import { isInputError } from '../../../rulebook/input.js'
import type { MerchantOutput } from '../output.js'
import { merchant } from '../rulebook.js'

export type Json = Record<string, unknown>

export const EVM = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const SOLANA = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'
export const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const NOW = '2026-11-30T12:00:00Z'

const activity = {
  source: 'settlements_30d',
  first_seen: '2026-01-01T00:00:00Z',
  total_tx_count: 60,
  unique_payers: 30,
  refund_count: 1,
  refund_eligible_volume_atomic: '5000000',
}

/** A clean merchant with these changes. */
export function input(over: Json = {}, act: Json = {}): Json {
  return {
    now: NOW,
    wallet: EVM,
    indexed: true,
    activity: { ...activity, ...act },
    category: 'data_api',
    ...over,
  }
}

/** The answer to it; throws on an input error. */
export function judged(over: Json = {}, act: Json = {}): MerchantOutput {
  const answer = merchant.judge(input(over, act))
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

/** Its flags. */
export function flags(act: Json, over: Json = {}): readonly string[] {
  return judged(over, act).risk_flags
}
