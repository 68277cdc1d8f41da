import type { Report } from '@assay402/core/light'

export type ReportReason = Report['reasons'][number]

/**
 * What the guard itself refuses, beside every opinion: the mechanics of one
 * approval, one signature, one payment. Same form as the reasons of a decision.
 */
export const GUARD_REASONS = {
  not_approved: {
    decision: 'block',
    text: 'Nothing was approved for this: {detail}.',
    would_allow: 'a payment that the guard approved for this very request',
  },
  approval_expired: {
    decision: 'block',
    text: 'The approval is older than {threshold} s.',
    would_allow: 'a fresh challenge',
  },
  approval_used: {
    decision: 'block',
    text: 'The approval was used already: {detail}.',
    would_allow: 'a fresh challenge',
  },
  signing_differs: {
    decision: 'block',
    text: 'What was to be signed is not what was approved: {detail}.',
    would_allow: 'a signature over the approved terms',
  },
  other_request: {
    decision: 'block',
    text: 'The payment was approved for another request: {detail}.',
    would_allow: 'the request that was approved',
  },
  unclear_payment: {
    decision: 'block',
    text: 'An earlier payment for this request is signed and its outcome is not known.',
    would_allow: 'its outcome, or an idempotency key',
  },
  retry_storm: {
    decision: 'block',
    text: 'This request was paid for {measured} times in 10 minutes without a settled answer.',
    would_allow: 'at most {threshold} such attempts in 10 minutes',
  },
  cross_origin_redirect: {
    decision: 'block',
    text: 'The request was redirected from {threshold} to {measured}; a payment never goes along.',
    would_allow: 'the redirect target, asked directly',
  },
  foreign_resource: {
    decision: 'hold',
    text: 'The challenge is about a resource of {measured}, and {threshold} shows it.',
    would_allow: 'a challenge about a resource of {threshold}',
  },
  host_mismatch: {
    decision: 'block',
    text: 'The request goes to {measured}, the task expects {threshold}.',
    would_allow: 'a request to {threshold}',
  },
  two_readings: {
    decision: 'block',
    text: 'The terms can be read in two ways: {detail}.',
    would_allow: 'an entry that says each thing once, in its own form',
  },
  engine_unavailable: {
    decision: 'block',
    text: 'The engine gave no answer ({measured}), and the fail mode is closed.',
    would_allow: 'an answer of the engine',
  },
  engine_silent: {
    decision: 'note',
    text: 'The engine gave no answer ({measured}): the local rules decided alone.',
    would_allow: 'an answer of the engine',
  },
  receipt_invalid: {
    decision: 'block',
    text: "The engine's receipt does not verify: {measured}.",
    would_allow: 'a receipt signed by a known key over these terms',
  },
  ledger_unavailable: {
    decision: 'block',
    text: 'The spend ledger cannot be used: {measured}.',
    would_allow: 'a ledger that can be written',
  },
  refused_by_person: {
    decision: 'block',
    text: 'A person was asked and said no.',
    would_allow: null,
  },
  allowed_by_person: {
    decision: 'note',
    text: 'A person was asked and said yes.',
    would_allow: null,
  },
  units: {
    decision: 'note',
    text: '{detail}',
    would_allow: null,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly decision: ReportReason['decision']
      readonly text: string
      readonly would_allow: string | null
    }
  >
>

export type GuardReasonCode = keyof typeof GUARD_REASONS

export type GuardReasonValues = {
  readonly measured?: string | number
  readonly threshold?: string | number
  readonly detail?: string
}

/** A reason of the guard, its sentence filled in. */
export function guardReason(
  code: GuardReasonCode,
  given: GuardReasonValues = {},
): ReportReason {
  const { decision, text, would_allow } = GUARD_REASONS[code]
  const values = {
    measured: plain(given.measured),
    threshold: plain(given.threshold),
    detail: plain(given.detail),
  }
  return {
    decision,
    rulebook: 'guard',
    code,
    text: fill(text, values),
    measured: values.measured ?? null,
    threshold: values.threshold ?? null,
    would_allow: would_allow === null ? null : fill(would_allow, values),
  }
}

const BADNESS = { block: 0, hold: 1, note: 2 } as const

/** The worst word of the reasons decides; a word that is none blocks. */
export function decisionOf(
  reasons: readonly Pick<ReportReason, 'decision'>[],
): Report['decision'] {
  const said = new Set(reasons.map(({ decision }) => decision))
  said.delete('note')
  if (said.size === 0) return 'allow'
  return said.size === 1 && said.has('hold') ? 'hold' : 'block'
}

/** The report with more reasons: worst first, the decision follows them. */
export function withReasons(
  report: Report,
  more: readonly ReportReason[],
): Report {
  if (more.length === 0) return report
  const reasons = [...more, ...report.reasons].sort(
    (a, b) => BADNESS[a.decision] - BADNESS[b.decision],
  )
  const decision = decisionOf(reasons)
  const isWait =
    decision === 'hold' && more.every((reason) => reason.decision === 'note')
  return {
    ...report,
    decision,
    reasons,
    retry_after_s: isWait ? report.retry_after_s : null,
  }
}

/**
 * Values come from sellers and from services, and end in logs and on
 * terminals: no control or format characters, and no more than a line or two.
 */
function plain<Value extends string | number | undefined>(
  value: Value,
): Value | string {
  return typeof value === 'string'
    ? value.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?').slice(0, MOST)
    : value
}

const MOST = 500

function fill(
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return text.replace(/\{(measured|threshold|detail)\}/g, (_, name: string) =>
    String(values[name] ?? 'unknown'),
  )
}
