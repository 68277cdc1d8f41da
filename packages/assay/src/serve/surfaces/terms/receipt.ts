import { digestOf, type Report } from '@assay402/core'
import type { ReceiptStore } from '../../../store/words/receipts.js'
import { type GivenReceipt, giveReceipt } from '../../receipts/give-receipt.js'
import type { ReceiptClaims, Service } from '../../service.js'
import type { Terms } from './look.js'
import type { SpotCheckInput } from './parameters.js'

/** The surface that these receipts name. */
export const TERMS_SURFACE = 'terms'

/** Earlier checks that are counted at most. */
const MOST_PRIOR = 100

/** How many checks of a resource there were before, at most 100. */
export async function priorChecks(
  store: ReceiptStore,
  resourceId: string,
): Promise<number> {
  const earlier = await store.receipts({
    surface: TERMS_SURFACE,
    resource_id: resourceId,
    limit: MOST_PRIOR,
  })
  return earlier.length
}

/** What a receipt is given for. */
export type Checked = {
  readonly input: Pick<SpotCheckInput, 'check_expiry'>
  readonly report: Report
  readonly terms: Terms
}

/** Signs what was found and shows it to everybody who has its id. */
export async function giveTermsReceipt(
  service: Service,
  checked: Checked,
): Promise<GivenReceipt> {
  const { report, terms } = checked
  const { resource, resource_id, host } = report.subject
  const given = await giveReceipt(service, {
    surface: TERMS_SURFACE,
    resource_id,
    url: resource.slice(resource.indexOf(' ') + 1),
    host,
    verdict: terms.verdict,
    reason_code: terms.reason_code,
    report_id: report.id,
    summary: summaryOf(checked),
    claims: claimsOf(report, terms),
  })
  return { ...given, url: receiptUrl(service.settings.publicUrl, given.id) }
}

/** Where everybody can read a receipt of this surface. */
export function receiptUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/terms/v1/receipts/${id}`
}

/**
 * What everybody may see. Judged by what a caller expects, or by a rule that he
 * chose, it is `supplied`: such a verdict says nothing of the seller and stands in
 * no list.
 */
function summaryOf({ input, report, terms }: Checked): object {
  const isSupplied = terms.expected_source === 'request' || input.check_expiry
  const { resource } = report.subject
  return {
    basis: isSupplied ? 'supplied' : 'observed',
    method: resource.slice(0, resource.indexOf(' ')),
    checked_at: report.as_of,
    verdict: terms.verdict,
    reason_code: terms.reason_code,
    reason: terms.reason,
    confidence: terms.confidence,
    quoted_price_usd: terms.quoted_price_usd,
    network: terms.network,
    asset: terms.asset,
    pay_to: terms.pay_to,
    payment_terms_sha256: terms.payment_terms_sha256,
    quality_code: terms.quality.code,
    rules_version: terms.version,
  }
}

function claimsOf(
  report: Report,
  terms: Terms,
): Omit<ReceiptClaims, 'surface'> {
  const { payment } = terms
  return {
    decision: terms.verdict,
    subject: report.subject,
    terms:
      payment === null
        ? null
        : {
            network: payment.network,
            asset: payment.asset,
            amount: payment.amount.atomic,
            pay_to: payment.pay_to,
            scheme: payment.scheme,
            resource: report.subject.resource,
          },
    payment_terms_sha256: terms.payment_terms_sha256,
    report_sha256: digestOf(report),
    rulebooks: { terms: terms.version },
  }
}
