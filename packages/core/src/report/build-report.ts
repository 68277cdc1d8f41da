import { decisionInputSchema } from '../decision/input.js'
import { wellFormedJson } from '../json/well-formed.js'
import { type InputError, readInput } from '../rulebook/input.js'
import type { Report } from './report.js'
import { type ReportParts, reportOf } from './report-of.js'

/**
 * Decides and reports. Pure: equal parts give an equal report, whatever the
 * order of the evidence and the lists. An unreadable decision input is an
 * input error.
 */
export function buildReport(parts: ReportParts): Report | InputError {
  // What sellers wrote may have no canonical form; a report always has one.
  const decision_input = wellFormedJson(parts.decision_input)
  const read = readInput(decisionInputSchema, decision_input)
  if (!read.ok) return read.error
  return reportOf({ ...parts, decision_input }, read.value)
}
