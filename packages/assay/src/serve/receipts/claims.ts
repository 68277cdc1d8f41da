import { digestOf, type Report } from '@assay402/core'
import type { ReceiptClaims } from '../service.js'

export type ClaimsOptions = {
  readonly surface: string
  /** `aud`, when the caller names one. */
  readonly audience?: string | undefined
  /** Seconds, 60 to 3600. */
  readonly expires_in?: number | undefined
}

/** What a receipt says of a report; the report is the object without `receipt`. */
export function claimsOfReport(
  report: Report,
  { surface, audience, expires_in }: ClaimsOptions,
): ReceiptClaims {
  const { terms, subject } = report
  return {
    surface,
    aud: audience,
    expires_in,
    decision: report.decision,
    subject,
    terms:
      terms === null
        ? null
        : {
            network: terms.network,
            asset: terms.asset,
            amount: terms.amount.atomic,
            pay_to: terms.pay_to,
            scheme: terms.scheme,
            resource: subject.resource,
          },
    payment_terms_sha256: terms?.payment_terms_sha256 ?? null,
    report_sha256: digestOf(report),
    rulebooks: report.software.rulebooks,
  }
}
