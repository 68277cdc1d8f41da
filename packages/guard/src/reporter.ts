import {
  buildReport,
  isInputError,
  type Report,
  type SpendPolicy,
} from '@assay402/core'
import {
  type GuardReasonCode,
  type GuardReasonValues,
  guardReason,
  withReasons,
} from './guard-reasons.js'
import { SOFTWARE } from './judge/local.js'
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
  const report = buildReport({
    id: randomId(),
    decision_input: {
      now: new Date(now).toISOString(),
      policy,
      subject: { resource: resource ?? NO_RESOURCE },
    },
    evidence: [],
    lists: [],
    software: SOFTWARE,
  })
  if (isInputError(report)) throw new TypeError(report.error.message)
  return withReasons({ ...report, reasons: [] }, [guardReason(code, values)])
}
