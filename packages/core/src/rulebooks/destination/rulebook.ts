import { defineRulebook } from '../../rulebook/rulebook.js'
import { DATA, REASONS } from './data/policy.js'
import { LIMITS, RULES } from './data/rules.js'
import { THRESHOLDS } from './data/thresholds.js'
import { destinationInput } from './input.js'
import { judgeDestination } from './judge.js'
import { destinationOutput } from './output.js'

/** Whether a host or wallet is what it seems to be. */
export const destination = defineRulebook({
  id: 'destination',
  version: '1',
  question: 'Is this host or wallet what it seems to be?',
  source: 'PayCheck policy document, version 1',
  input: destinationInput,
  output: destinationOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: DATA,
  limits: LIMITS,
  judge: judgeDestination,
})
