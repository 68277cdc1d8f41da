import { type CollectedHeaders, firstHeader } from '../../x402/headers.js'
import { FREE_TRIAL } from './data.js'

/**
 * True when a seller's headers announce a free trial: `x-free-trial` unless it
 * denies one; without it, `x-free-trial-remaining` unless it is all zeros.
 */
export function isFreeTrialActive(headers: CollectedHeaders): boolean {
  const trial = firstHeader(headers, FREE_TRIAL.header)
  if (trial !== undefined) return !OFF.has(trial.trim().toLowerCase())
  const remaining = firstHeader(headers, FREE_TRIAL.remaining_header)
  return remaining !== undefined && !ALL_ZEROS.test(remaining.trim())
}

const OFF: ReadonlySet<string> = new Set(FREE_TRIAL.off)
const ALL_ZEROS = /^0+$/
