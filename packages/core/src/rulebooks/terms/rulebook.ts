import { BURN_ADDRESSES } from '../../address/burn.js'
import { type InputError, readInput } from '../../rulebook/input.js'
import { defineRulebook } from '../../rulebook/rulebook.js'
import { readChallenge } from '../../x402/challenge.js'
import type { Challenge } from '../../x402/challenge-types.js'
import { CHALLENGE_DEFECTS, ENTRY_DEFECTS } from '../../x402/defects.js'
import { EXPIRY_FIELDS } from '../../x402/expiry.js'
import { NETWORK_ALIASES, V1_NETWORKS } from '../../x402/network.js'
import { CANONICAL_USDC } from '../../x402/usdc.js'
import { judgeTerms, VERSION } from './answer.js'
import {
  AMBIGUOUS_DEFECTS,
  FREE_TRIAL,
  LIMITS,
  REASONS,
  THRESHOLDS,
} from './data.js'
import { termsInput } from './input.js'
import { RULES } from './lines.js'
import { type TermsOutput, termsOutput } from './output.js'
import { type Question, readQuestion } from './question.js'
import { schemaMatch } from './schema-match.js'

/** Are these exact payment terms safe to pay right now? */
export const terms = defineRulebook({
  id: 'terms',
  version: VERSION,
  question: 'Are these exact payment terms safe to pay right now?',
  source: 'https://402xagent.com/rules',
  input: termsInput,
  output: termsOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: {
    canonical_usdc: CANONICAL_USDC,
    v1_networks: V1_NETWORKS,
    network_aliases: NETWORK_ALIASES,
    burn_addresses: BURN_ADDRESSES,
    challenge_defects: CHALLENGE_DEFECTS,
    entry_defects: ENTRY_DEFECTS,
    ambiguous_defects: AMBIGUOUS_DEFECTS,
    expiry_fields: EXPIRY_FIELDS,
    free_trial: FREE_TRIAL,
  },
  limits: LIMITS,
  judge: (json) => judgeWith(json, ({ response }) => readChallenge(response)),
})

/**
 * As `terms.judge`, for a caller that has already read the challenge of the
 * input's probe: `challenge` must be what `readChallenge` makes of it.
 */
export function judgeTermsRead(
  json: unknown,
  challenge: Challenge,
): TermsOutput | InputError {
  return judgeWith(json, () => challenge)
}

function judgeWith(
  json: unknown,
  challengeOf: (question: Question) => Challenge,
): TermsOutput | InputError {
  const read = readInput(termsInput, json)
  if (!read.ok) return read.error
  const question = readQuestion(read.value)
  return judgeTerms(question, challengeOf(question), schemaMatch)
}
