import { DECISION_CODES, type DecisionCode, type ReasonWord } from './codes.js'
import { type Facts, factsOf } from './facts.js'
import {
  type DecisionReason,
  type Finding,
  type Rule,
  reasonOf,
} from './finding.js'
import type { DecisionInput } from './input.js'
import { judgeCaps, judgeLists } from './rules-buyer.js'
import { judgeChallenge } from './rules-challenge.js'
import { judgePin, judgePrice } from './rules-history.js'
import { judgeRulebooks } from './rules-rulebooks.js'
import { judgeScreening } from './rules-screening.js'
import { judgeTerms } from './rules-terms.js'

export type DecisionWord = 'allow' | 'hold' | 'block'

export type Decision = {
  readonly decision: DecisionWord
  /**
   * Worst first, of equals by the order of `DECISION_CODES`: the first reason
   * is the one that decided.
   */
  readonly reasons: readonly DecisionReason[]
  /** Seconds, when the hold is only a wait; else null. */
  readonly retry_after_s: number | null
}

/** The decision on an input that was read already. */
export function decideRead(input: DecisionInput): Decision {
  const facts = factsOf(input)
  const said = RULES.flatMap((rule) => rule(facts))
    .flatMap((finding) => weigh(finding, facts))
    .sort(worstFirst)
  const decision = wordOf(said[0]?.word)
  return {
    decision,
    reasons: said.map(({ finding, word }) => reasonOf(finding, word)),
    retry_after_s: decision === 'hold' ? waitOf(said) : null,
  }
}

const RULES: readonly Rule<Facts>[] = [
  judgeScreening,
  judgeLists,
  judgeTerms,
  judgeChallenge,
  judgeCaps,
  judgePin,
  judgePrice,
  judgeRulebooks,
]

const BADNESS = { block: 0, hold: 1, note: 2 } as const

const DECIDING_ORDER = new Map(
  Object.keys(DECISION_CODES).map((code, place) => [code, place]),
)

type Weighed = { readonly finding: Finding; readonly word: ReasonWord }

/** What the policy and the allowlist leave of a finding. */
function weigh(finding: Finding, { allowlisted }: Facts): Weighed[] {
  const { meaning } = finding
  if (meaning === 'allow') return []
  const isSoft =
    allowlisted && DECISION_CODES[finding.code].softened_by_allowlist
  const word = meaning === 'hold' && isSoft ? 'note' : meaning
  return [{ finding, word }]
}

function worstFirst(a: Weighed, b: Weighed): number {
  return (
    BADNESS[a.word] - BADNESS[b.word] ||
    placeOf(a.finding.code) - placeOf(b.finding.code)
  )
}

function placeOf(code: DecisionCode): number {
  return DECIDING_ORDER.get(code) as number
}

function wordOf(worst: ReasonWord | undefined): DecisionWord {
  return worst === 'block' || worst === 'hold' ? worst : 'allow'
}

function waitOf(said: readonly Weighed[]): number | null {
  let longest = 0
  for (const { finding, word } of said) {
    if (word !== 'hold') continue
    if (finding.retry_after_s === undefined) return null
    longest = Math.max(longest, finding.retry_after_s)
  }
  return longest
}
