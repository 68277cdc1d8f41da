import { type InputError, readInput } from '../../rulebook/input.js'
import { defineRulebook } from '../../rulebook/rulebook.js'
import { answer } from './answer.js'
import { CATEGORY_WORDS } from './category-words.js'
import { CHAIN_NETWORKS, LIMITS, REASONS, RULES, THRESHOLDS } from './data.js'
import { chainOf, readFacts } from './facts.js'
import { merchantInput } from './input.js'
import { judgedOpinion, opinionWithoutHistory } from './opinion.js'
import { type MerchantOutput, merchantOutput } from './output.js'
import { NO_PRICES, pricesOf } from './price.js'

/** Does a wallet behave like a merchant with real, recourse-giving trade? */
export const merchant = defineRulebook({
  id: 'merchant',
  version: '1',
  question:
    'Does this wallet behave like a merchant with real, recourse-giving trade?',
  source: 'Public methodology of a rules-based merchant trust system, v1',
  input: merchantInput,
  output: merchantOutput,
  thresholds: THRESHOLDS,
  reasons: REASONS,
  rules: RULES,
  data: { category_words: CATEGORY_WORDS, chain_networks: CHAIN_NETWORKS },
  limits: LIMITS,
  judge,
})

function judge(json: unknown): MerchantOutput | InputError {
  const read = readInput(merchantInput, json)
  if (!read.ok) return read.error
  const input = read.value
  const chain = chainOf(input.wallet ?? '')
  if (chain === undefined || input.indexed === false)
    return answer(input, chain, opinionWithoutHistory(chain), NO_PRICES)
  const opinion = judgedOpinion(readFacts(input, chain))
  return answer(input, chain, opinion, pricesOf(input, CHAIN_NETWORKS[chain]))
}
