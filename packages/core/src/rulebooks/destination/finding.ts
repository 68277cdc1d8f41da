import { fillText } from '../../rulebook/rulebook.js'
import {
  FINDINGS,
  type FindingCode,
  type FindingRule,
} from './data/findings.js'
import type { DestinationAnswer } from './output.js'

/** One thing found about the target. */
export type Finding = {
  readonly code: FindingCode
  readonly rule: FindingRule
  /** Fill the text; our own words and numbers, never the target's text. */
  readonly values: Values
}

type Values = Readonly<Record<string, string | number>>

/** A finding by its code. */
export function found(code: FindingCode, values: Values = {}): Finding {
  return { code, rule: FINDINGS[code], values }
}

/** The finding as the answer shows it. */
export function reasonOf(
  finding: Finding,
): DestinationAnswer['reasons'][number] {
  const { code, rule, values } = finding
  return {
    code,
    text: fillText(rule.text, values),
    effect: { ...rule.effect },
  }
}
