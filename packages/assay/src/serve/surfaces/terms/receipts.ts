import { listReceipts, type ReceiptList } from '../../receipts/list-receipts.js'
import {
  type PublicReceipt,
  publicReceipt,
} from '../../receipts/public-receipt.js'
import type { Service } from '../../service.js'
import { receiptUrl, TERMS_SURFACE } from './receipt.js'

/** A receipt of this surface as everybody may see it. */
export type TermsReceipt = PublicReceipt & { readonly receipt_url: string }

export type TermsReceipts = {
  /** Newest first. */
  readonly receipts: readonly TermsReceipt[]
  /** Give it back as `cursor`; null: that was the last page. */
  readonly next: string | null
}

/** Which receipts are listed. */
export type ReceiptsAsked = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly host?: string | undefined
  readonly url?: string | undefined
  readonly verdict?: string | undefined
}

/** One receipt; undefined: there is none of that id here. */
export async function receiptOf(
  { store, settings }: Service,
  id: string,
): Promise<TermsReceipt | undefined> {
  const found = RECEIPT_ID.test(id) ? await store.receipt(id) : undefined
  return found?.surface === TERMS_SURFACE
    ? shown(publicReceipt(found), settings.publicUrl)
    : undefined
}

/**
 * Receipts newest first. Those judged by a caller's own expectations stand in no
 * list. Throws a problem for a cursor, host or URL that is none.
 */
export async function termsReceipts(
  { store, settings }: Service,
  asked: ReceiptsAsked,
): Promise<TermsReceipts> {
  const query = { ...asked, surface: TERMS_SURFACE }
  const { receipts, next }: ReceiptList = await listReceipts(store, query)
  return {
    receipts: receipts.map((one) => shown(one, settings.publicUrl)),
    next,
  }
}

const RECEIPT_ID = /^[0-9a-f]{32}$/

function shown(receipt: PublicReceipt, publicUrl: string): TermsReceipt {
  return { ...receipt, receipt_url: receiptUrl(publicUrl, receipt.id) }
}
