import type { Report } from '@assay402/core/light'
import type { Outcome } from './ledger/event.js'

/** What the guard tells a log. Times are RFC 3339. */
export type GuardEvent =
  | {
      readonly type: 'judged'
      readonly at: string
      readonly resource: string
      readonly decision: Report['decision']
      /** Code of the reason that decided; null when nothing speaks against. */
      readonly code: string | null
      readonly report: Report
    }
  | {
      readonly type: 'approved' | 'signed' | 'sent' | 'released'
      readonly at: string
      readonly resource: string
      readonly approval_id: string
      readonly amount_usd: string
      readonly pay_to: string
      readonly network: string
    }
  | {
      readonly type: 'ended'
      readonly at: string
      readonly resource: string
      readonly approval_id: string
      readonly outcome: Outcome
      /** As the seller claims it; null when it says none. */
      readonly transaction: string | null
      /** HTTP status of the answer; null when there was none. */
      readonly status: number | null
    }
  | {
      readonly type: 'refused'
      readonly at: string
      readonly resource: string
      readonly code: string
      readonly report: Report
    }

/** A listener never stops a payment: what it throws is dropped. */
export type GuardListener = (event: GuardEvent) => void

/**
 * The part of `@opentelemetry/api` that the guard uses: pass the module
 * itself. Attributes go to the span that is active when a payment is judged.
 */
export type Telemetry = {
  readonly trace: {
    readonly getActiveSpan: () => TelemetrySpan | undefined
  }
}

export type TelemetrySpan = {
  readonly setAttributes: (
    attributes: Record<string, string | number | boolean>,
  ) => unknown
}

/** Writes what a report says on the active span, if there is one. */
export function traceReport(
  telemetry: Telemetry | undefined,
  report: Report,
): void {
  if (telemetry === undefined) return
  unheard(() =>
    telemetry.trace.getActiveSpan()?.setAttributes(attributesOf(report)),
  )
}

/** Tells a listener; what it throws, now or later, is dropped. */
export function tell(listener: GuardListener, event: GuardEvent): void {
  unheard(() => listener(event))
}

function attributesOf(report: Report): Record<string, string> {
  const { terms } = report
  return {
    'assay.decision': report.decision,
    'assay.report_id': report.id,
    'assay.resource': report.subject.resource,
    'assay.reason': report.reasons[0]?.code ?? '',
    ...(terms === null
      ? {}
      : {
          'assay.network': terms.network,
          'assay.pay_to': terms.pay_to,
          'assay.amount_usd': terms.amount.usd ?? '',
        }),
  }
}

/** A log that fails is no reason to pay or not to pay. */
function unheard(call: () => unknown): void {
  try {
    const later = call()
    if (later instanceof Promise) later.catch(() => undefined)
  } catch {}
}
