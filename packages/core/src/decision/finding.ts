import type { Meaning } from '../policy/verdict-meanings.js'
import { fillText } from '../rulebook/rulebook.js'
import {
  DECISION_CODES,
  type DecisionCode,
  type DecisionCodeEntry,
  type ReasonWord,
} from './codes.js'

/** A measured value or a limit, as shown. */
export type Shown = string | number | null

/** One reason of a decision. */
export type DecisionReason = {
  readonly decision: ReasonWord
  /** A rulebook's id, `policy` or `sanctions`. */
  readonly rulebook: string
  readonly code: DecisionCode
  readonly text: string
  readonly measured: Shown
  readonly threshold: Shown
  /** The counterfactual; null when nothing would have been allowed. */
  readonly would_allow: string | null
}

/** What a rule found, before the policy and the allowlist have spoken. */
export type Finding = {
  readonly code: DecisionCode
  /** What the policy makes of it; `allow`: no reason at all. */
  readonly meaning: Meaning
  readonly measured: Shown
  readonly threshold: Shown
  /** Fill the sentences, beside `measured` and `threshold`. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The rulebook's own sentence, or what it found; stands behind the text. */
  readonly because?: string | undefined
  /** Where the code alone does not say who. */
  readonly rulebook?: string
  /** Null where nothing would be allowed this time. */
  readonly would_allow?: null
  /** Seconds, when this hold is only a wait. */
  readonly retry_after_s?: number
}

/** A rule of the decision: everything it finds in one input. */
export type Rule<Facts> = (facts: Facts) => readonly Finding[]

/** The reason of a finding that has become `decision`. */
export function reasonOf(
  finding: Finding,
  decision: ReasonWord,
): DecisionReason {
  const entry: DecisionCodeEntry = DECISION_CODES[finding.code]
  const { code, measured, threshold } = finding
  const rulebook = finding.rulebook ?? entry.rulebook
  const values = {
    measured: measured ?? 'unknown',
    threshold: threshold ?? 'none',
    rulebook,
    ...finding.values,
  }
  const allowed = finding.would_allow === null ? null : entry.would_allow
  return {
    decision,
    rulebook,
    code,
    text: withCause(fillText(entry.text, values), finding.because),
    measured,
    threshold,
    would_allow: allowed === null ? null : fillText(allowed, values),
  }
}

/** Long enough for any sentence of a rulebook, short enough for a line. */
const CAUSE_UNITS = 300

function withCause(text: string, because: string | undefined): string {
  return because === undefined || because === ''
    ? text
    : `${text} ${because.slice(0, CAUSE_UNITS)}`
}
