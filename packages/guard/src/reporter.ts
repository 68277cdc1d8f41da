import { type Report, reportOf, type SpendPolicy } from '@assay402/core/light'
import {
  type GuardReasonCode,
  type GuardReasonValues,
  guardReason,
  withReasons,
} from './guard-reasons.js'
import { softwareOf } from './judge/local.js'
import { randomId } from './request.js'

/** Where a refusal has no challenge that it could be about. */
const NO_RESOURCE = 'GET https://unknown.invalid/'

/** A report of one refusal of the guard's own, about no judged challenge. */
export function refusalReport(
  policy: SpendPolicy,
  now: number,
  resource: string | null,
  code: GuardReasonCode,
  values: GuardReasonValues = {},
): Report {
  const input = {
    now: { ms: now, sub: '' },
    policy,
    subject: { resource: resource ?? NO_RESOURCE },
  }
  const report = reportOf(
    {
      id: randomId(),
      decision_input: input,
      evidence: [],
      lists: [],
      software: softwareOf(undefined),
    },
    input,
  )
  return withReasons({ ...report, reasons: [] }, [guardReason(code, values)])
}
