import { createHash } from 'node:crypto'
import { type EvidenceRecord, resourceId, sealEvidence } from '@assay402/core'
import type { Listing, Observation, StoredEvidence } from '../store.js'

/** A moment in the middle of a slot. */
export const T0 = Date.UTC(2026, 10, 30, 15, 0, 0)

/** A ULID by number. */
export function idOf(number: number): string {
  return `01K${String(number).padStart(23, '0')}`
}

/** A sealed record of a challenge with a body and headers of its own. */
export function challengeOf(
  number: number,
  more: {
    readonly subject?: string
    readonly at?: number
    readonly body?: string
  } = {},
): EvidenceRecord {
  const body = more.body ?? `{"x402Version":2,"pad":"${noise(number)}"}`
  return sealEvidence({
    id: idOf(number),
    kind: 'challenge',
    subject: more.subject ?? `GET https://s${number}.example/x`,
    collected_at: new Date(more.at ?? T0 + number).toISOString(),
    collector: { id: 'probe', version: '1' },
    status: 'collected',
    data: {
      url: `https://s${number}.example/x`,
      method: 'GET',
      answer: {
        outcome: 'response',
        status: 402,
        headers: [
          { name: 'content-type', value_base64: base64('application/json') },
          { name: 'payment-required', value_base64: base64(body) },
        ],
        body_base64: base64(body),
        body_truncated: false,
        body_end: 'complete',
        redirect_stopped: null,
      },
      timing: { dns_ms: 1, connect_ms: 2.5, first_byte_ms: 9, total_ms: 12 },
    },
  })
}

/** `challengeOf` under the key that retries of it would have. */
export function storedChallenge(
  number: number,
  more: Parameters<typeof challengeOf>[1] = {},
): StoredEvidence {
  return { record: challengeOf(number, more), key: `challenge ${number}` }
}

/** A listing of one GET resource by its URL. */
export function listingOf(url: string, more: Partial<Listing> = {}): Listing {
  const resource = `GET ${url}`
  return {
    source: 'bazaar',
    resource_id: resourceId(resource),
    resource,
    url,
    method: 'GET',
    catalog_key: url,
    host: new URL(url).origin,
    type: 'http',
    offers: [offerOf('1000')],
    title: 'A title',
    description: 'A description',
    tags: ['data'],
    sample_body: null,
    total_calls_30d: 3,
    unique_payers_30d: null,
    ...more,
  }
}

/** An offer on Base at a price in atomic USDC. */
export function offerOf(
  price_atomic: string,
  pay_to = `0x${'aB'.repeat(20)}`,
): Listing['offers'][number] {
  return {
    scheme: 'exact',
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    pay_to,
    price_atomic,
  }
}

/** A readable look of the crawler. */
export function observationOf(
  number: number,
  more: Partial<Observation> = {},
): Observation {
  return {
    evidence_id: idOf(number),
    resource_id: resourceId(`GET https://s${number}.example/x`),
    at: T0 + number,
    origin: 'crawl',
    result: 'response',
    status: 402,
    challenge: 'valid',
    price_atomic: '1000',
    network: 'eip155:8453',
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    pay_to: `0x${'ab'.repeat(20)}`,
    quote_atomic: null,
    quality_code: 'ok',
    ...more,
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

// Text that does not shrink to nothing, the same for the same number.
function noise(number: number): string {
  return Array.from({ length: 10 }, (_, i) =>
    createHash('sha256').update(`${number} ${i}`).digest('hex'),
  ).join('')
}
