import { randomId } from '../../inspect/ids.js'
import type { StoredReceipt } from '../../store/words/receipts.js'
import type { ReceiptClaims, Service } from '../service.js'
import { maskedUrl } from './masked-url.js'

/** What a surface says of an answer that it gives a receipt for. */
export type ReceiptToGive = Omit<StoredReceipt, 'id' | 'at' | 'jws'> & {
  /** Null: the answer gets an id and a page, no signature. */
  readonly claims: Omit<ReceiptClaims, 'surface'> | null
}

export type GivenReceipt = {
  readonly id: string
  /** Its public page. */
  readonly url: string
  /** Null when nothing was signed. */
  readonly jws: string | null
}

type Giver = Pick<
  Service,
  'store' | 'signer' | 'now' | 'randomBytes' | 'settings'
>

/** Signs, stores and returns a receipt. Query values do not reach the store's `url`. */
export async function giveReceipt(
  service: Giver,
  { claims, ...receipt }: ReceiptToGive,
): Promise<GivenReceipt> {
  const { store, settings, now, randomBytes } = service
  const signed =
    claims === null || service.signer === null
      ? { id: randomId(randomBytes(16)), jws: null }
      : await service.signer.sign({ ...claims, surface: receipt.surface })
  const url = maskedUrl(receipt.url)
  await store.saveReceipt({ ...receipt, ...signed, url, at: now() })
  return { ...signed, url: receiptUrl(settings.publicUrl, signed.id) }
}

/** Where everybody can look at a receipt. */
function receiptUrl(publicUrl: string, id: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/v1/receipts/${id}`
}
