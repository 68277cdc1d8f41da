import { parseAtomic, sha256Hex } from '@assay402/core'
import type { SafeFetch } from '../collect/index.js'
import type { Endpoint, ListedOffer, Store } from '../store/store.js'
import { answerOf } from './answer.js'
import { storedSchema } from './declared.js'
import type { DeliveryData } from './delivery-data.js'
import { formatOf } from './format.js'
import { type RecordTools, recordDelivery } from './record.js'
import { purchaseKey } from './settings.js'

export type FreeCallTools = RecordTools & {
  readonly store: Pick<Store, 'appendEvidence' | 'evidenceOf' | 'listingsOf'>
  readonly fetch: SafeFetch
  /** Waits for the host's turn; false when its robots.txt forbids the URL. */
  readonly admit: (url: string, signal?: AbortSignal) => Promise<boolean>
  readonly signal?: AbortSignal | undefined
}

export type FreeCall =
  | { readonly outcome: 'called'; readonly data: DeliveryData }
  | {
      readonly outcome: 'skipped'
      readonly why: 'not_free' | 'robots' | 'no_sample' | 'known'
    }

/** True when a listing says that a call costs nothing. */
export function isDeclaredFree(offers: readonly ListedOffer[]): boolean {
  return offers.some(({ price_atomic }) => parseAtomic(price_atomic) === 0n)
}

/**
 * Layer L2: calls an endpoint that its listing declares free, with the sample
 * that the seller declares, and keeps what came as evidence. Nothing is paid,
 * whatever the answer asks for.
 */
export async function callFreeTool(
  endpoint: Endpoint,
  tools: FreeCallTools,
): Promise<FreeCall> {
  const { store, now, signal } = tools
  const { resource, resource_id, url, method } = endpoint
  const [listing] = await store.listingsOf(resource_id)
  if (listing === undefined || !isDeclaredFree(listing.offers))
    return { outcome: 'skipped', why: 'not_free' }
  const body = endpoint.sample_body ?? undefined
  // What other methods do to a seller is not ours to try.
  if (method !== 'GET' && (method !== 'POST' || body === undefined))
    return { outcome: 'skipped', why: 'no_sample' }
  const sent = method === 'POST' ? body : undefined
  if (!(await tools.admit(url, signal)))
    return { outcome: 'skipped', why: 'robots' }
  const result = await tools.fetch({
    ...{ url, method, signal },
    ...(sent !== undefined && { body: sent }),
    maxRedirects: 0,
  })
  const answer = answerOf(result)
  const schema = await storedSchema(store, resource, now())
  const data: DeliveryData = {
    layer: 'L2',
    url,
    method,
    request_body_sha256: sent === undefined ? null : sha256Hex(sent),
    answer,
    format: formatOf(schema, answer),
    payment: null,
  }
  const key = purchaseKey(resource, now())
  return (await recordDelivery(resource, key, data, tools))
    ? { outcome: 'called', data }
    : { outcome: 'skipped', why: 'known' }
}
