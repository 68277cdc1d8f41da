import { type InputError, readInput } from '../../rulebook/input.js'
import { defineRulebook } from '../../rulebook/rulebook.js'
import { QUALITY_CODES } from '../../x402/quality-codes.js'
import {
  DEFAULT_PORTS,
  LIMITS,
  REASONS,
  RULES,
  THRESHOLDS,
  VERSION,
  WEIGHTS,
} from './data.js'
import { termsReputationInput } from './input.js'
import { judgeReputation } from './judge.js'
import { type TermsReputation, termsReputationOutput } from './output.js'

/** How well a host's payment terms, verdicts and quality have held. */
export const termsReputation = defineRulebook({
  id: 'terms-reputation',
  version: VERSION,
  question: 'How well have the payment terms of this host held?',
  source: 'Published rules of an x402 terms check, version 2026-10-15',
  input: termsReputationInput,
  output: termsReputationOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: {
    weights: WEIGHTS,
    quality_codes: QUALITY_CODES,
    default_ports: DEFAULT_PORTS,
  },
  limits: LIMITS,
  judge,
})

function judge(json: unknown): TermsReputation | InputError {
  const read = readInput(termsReputationInput, json)
  return read.ok ? judgeReputation(read.value) : read.error
}
