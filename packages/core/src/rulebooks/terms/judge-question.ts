import type { Challenge } from '../../x402/challenge-types.js'
import { judgeTerms } from './answer.js'
import type { TermsOutput } from './output.js'
import type { Question } from './question.js'

/**
 * As `terms.judge`, for a caller that has typed the question and read its
 * challenge. Schemas that the seller declares are not evaluated: its quality
 * is `quality_unverified` where they would decide. Never changes a verdict.
 */
export function judgeTermsQuestion(
  question: Question,
  challenge: Challenge,
): TermsOutput {
  return judgeTerms(question, challenge, () => null)
}
