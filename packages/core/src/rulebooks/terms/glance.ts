import type { Instant } from '../../time/instant.js'
import type { Challenge, Offer } from '../../x402/challenge-types.js'
import type { QualityCode } from '../../x402/quality-codes.js'
import { runFunnel } from './funnel.js'
import type { TermsInput } from './input.js'
import { judgeQuality } from './quality.js'
import { readQuestion } from './question.js'
import { schemaMatch } from './schema-match.js'

/** What an index keeps of the opinion on terms that nobody expects. */
export type TermsGlance = {
  /** The offer that a pay would pay, null when the verdict is another. */
  readonly offer: Offer | null
  readonly quality_code: QualityCode
}

/**
 * The two parts of `terms` that an index keeps of each look, for a caller that
 * has typed the probe and read its challenge: always what `terms.judge` says of
 * the same probe with nothing expected, at a fraction of its cost.
 */
export function glanceAtTerms(
  probe: TermsInput['probe'],
  now: Instant,
  challenge: Challenge,
): TermsGlance {
  const question = readQuestion({ now, probe })
  const usable = challenge.offers.filter((offer) => offer.usable)
  const { line, shown } = runFunnel(usable, { question, challenge })
  return {
    offer: line.verdict === 'pay' ? shown : null,
    quality_code: judgeQuality(question, challenge, schemaMatch).code,
  }
}
