import type { Report } from '@assay402/core/light'
import {
  guardReason,
  type ReportReason,
  withReasons,
} from '../guard-reasons.js'
import type { FailMode, Sources } from '../options.js'
import type { EngineAnswer } from './engine.js'

/** Rulebooks of the local report that speak even when the engine judges. */
const ALWAYS_LOCAL: readonly string[] = ['policy', 'terms']

/** One report out of what the local rules and the engine said: the worse wins. */
export function mergeReports(
  local: Report,
  engine: EngineAnswer | undefined,
  { sources, fail_mode }: { sources: Sources; fail_mode: FailMode },
): Report {
  if (engine === undefined) return local
  if (engine.outcome === 'forged')
    return withReasons(local, [
      guardReason('receipt_invalid', { measured: engine.why }),
    ])
  if (engine.outcome === 'silent') return silent(local, engine.why, fail_mode)
  if (isOverOtherTerms(engine.report, local))
    return withReasons(local, [
      guardReason('receipt_invalid', { measured: 'it is about other terms' }),
    ])
  const added = local.reasons.filter(
    (reason) =>
      reason.decision !== 'note' &&
      (sources === 'both' || ALWAYS_LOCAL.includes(reason.rulebook)) &&
      !engine.report.reasons.some((other) => isSame(other, reason)),
  )
  return withReasons(engine.report, added)
}

/** An engine that lets pass what this client would not sign says nothing. */
function isOverOtherTerms(engine: Report, local: Report): boolean {
  if (engine.decision === 'block' || local.terms === null) return false
  return engine.terms?.payment_terms_sha256 !== local.terms.payment_terms_sha256
}

function silent(local: Report, why: string, mode: FailMode): Report {
  if (mode === 'closed')
    return withReasons(local, [
      guardReason('engine_unavailable', { measured: why }),
    ])
  const said = guardReason('engine_silent', { measured: why })
  if (mode === 'local' || local.decision !== 'hold')
    return withReasons(local, [said])
  const reasons = local.reasons.map((reason) => ({
    ...reason,
    decision: 'note' as const,
  }))
  return {
    ...local,
    decision: 'allow',
    reasons: [said, ...reasons],
    retry_after_s: null,
  }
}

function isSame(a: ReportReason, b: ReportReason): boolean {
  return (
    a.code === b.code && a.rulebook === b.rulebook && a.decision === b.decision
  )
}
