import { type Report, type VerdictRow, verdictRows } from '@assay402/core'

/**
 * `supplied`: judged by a challenge or by expectations of the caller's. Such an
 * answer says nothing of the seller that others should see.
 */
export type ReceiptBasis = 'observed' | 'supplied'

/** What the public page of a receipt shows: nothing of the caller's own. */
export type ReceiptSummary = {
  readonly basis: ReceiptBasis
  readonly as_of: string
  readonly decision: string
  readonly reasons: readonly PublicReason[]
  readonly verdicts: readonly VerdictRow[]
  readonly terms: {
    readonly scheme: string
    readonly network: string
    readonly asset: string
    readonly amount: string
    readonly pay_to: string
  } | null
  readonly payment_terms_sha256: string | null
}

type PublicReason = {
  readonly decision: string
  readonly rulebook: string
  readonly code: string
  readonly text: string
}

/**
 * The public part of a report: verdicts, exact terms, and the reasons. Figures
 * of the caller's spend policy, and what reasons measured, stay out.
 */
export function summaryOfReport(
  report: Report,
  basis: ReceiptBasis,
): ReceiptSummary {
  const { terms } = report
  return {
    basis,
    as_of: report.as_of,
    decision: report.decision,
    reasons: report.reasons.map(({ decision, rulebook, code, text }) => ({
      decision,
      rulebook,
      code,
      // The texts of a policy's own rules name its limits.
      text: rulebook === 'policy' ? 'A limit of the buyer.' : text,
    })),
    verdicts: verdictRows(report),
    terms:
      terms === null
        ? null
        : {
            scheme: terms.scheme,
            network: terms.network,
            asset: terms.asset,
            amount: terms.amount.atomic,
            pay_to: terms.pay_to,
          },
    payment_terms_sha256: terms?.payment_terms_sha256 ?? null,
  }
}
