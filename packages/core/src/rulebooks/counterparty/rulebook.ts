import type { InputError } from '../../rulebook/input.js'
import { readInput } from '../../rulebook/input.js'
import { defineRulebook } from '../../rulebook/rulebook.js'
import {
  CONFIDENCE_TENTHS,
  EXCLUDED_WHY,
  LIMITS,
  REASONS,
  RULES,
  SOURCE_WORDS,
  THRESHOLDS,
} from './data.js'
import { counterpartyInput } from './input.js'
import {
  type CounterpartyAnswer,
  counterpartyOutput,
  type InvalidSubject,
} from './output.js'
import { scoreOf } from './score.js'
import { subjectTypeOf } from './subject.js'

/** How much of a seller's settled volume is real, independent demand. */
export const counterparty = defineRulebook({
  id: 'counterparty',
  version: '1',
  question:
    'How much of this seller’s settled volume is real, independent demand?',
  source: 'x402 Counterparty Score, public methodology page',
  input: counterpartyInput,
  output: counterpartyOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: {
    confidence_tenths: CONFIDENCE_TENTHS,
    excluded_why: EXCLUDED_WHY,
    source_words: SOURCE_WORDS,
  },
  limits: LIMITS,
  judge: judgeCounterparty,
})

function judgeCounterparty(
  input: unknown,
): CounterpartyAnswer | InvalidSubject | InputError {
  const read = readInput(counterpartyInput, input)
  if (!read.ok) return read.error
  const { subject } = read.value
  const subjectType = subjectTypeOf(subject)
  if (subjectType === undefined)
    return {
      error: { code: 'INVALID_SUBJECT', message: REASONS.INVALID_SUBJECT.text },
    }
  return scoreOf(read.value, subject as string, subjectType)
}
