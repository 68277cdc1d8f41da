import type { FetchResult, SafeFetch } from '../collect/index.js'
import { isoOf } from '../questions/iso.js'
import type { Delivery, WatchStore } from '../store/store.js'
import { signatureOf } from './signature.js'

export type DeliverTools = {
  readonly store: Pick<WatchStore, 'leaseDeliveries' | 'finishDelivery'> & {
    now(): Promise<number>
  }
  readonly fetch: SafeFetch
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number
}

export type Delivered = {
  readonly delivered: number
  readonly retried: number
  readonly given_up: number
}

/** Waits before each retry, in milliseconds: five of them, over 24 hours. */
export const RETRY_AFTER_MS: readonly number[] = [
  60_000, 600_000, 3_600_000, 21_600_000, 60_540_000,
]

/** Deliveries that are under way at the same time. */
const AT_ONCE = 16

/** Longer than any delivery takes: a killed worker's come back then. */
const LEASE_MS = 60_000

const LIMITS = {
  connectMs: 4_000,
  firstByteMs: 10_000,
  wholeMs: 12_000,
  bodyBytes: 1_024,
} as const

/**
 * Delivers what is due, a bounded number at once: a signed POST to each
 * webhook, no redirect followed. Anything but 2xx is tried again, five times
 * over 24 hours; 410 ends it at once. Never rejects for what a receiver does.
 */
export async function deliverDue(tools: DeliverTools): Promise<Delivered> {
  const leased = await tools.store.leaseDeliveries(AT_ONCE, LEASE_MS)
  const outcomes = await Promise.all(leased.map((one) => deliver(one, tools)))
  const count = (word: Outcome) =>
    outcomes.filter((outcome) => outcome === word).length
  return {
    delivered: count('delivered'),
    retried: count('retried'),
    given_up: count('given_up'),
  }
}

/** The body of a delivery: the same for every attempt. */
export function deliveryBody({ event, watch }: Delivery): string {
  const { id, kind, subject, at, before, after } = event
  return JSON.stringify({
    event: 'assay-watch/1',
    id,
    watch_id: watch.id,
    kind,
    subject,
    at: isoOf(at),
    before,
    after,
  })
}

type Outcome = 'delivered' | 'retried' | 'given_up'

async function deliver(
  delivery: Delivery,
  { store, fetch, now }: DeliverTools,
): Promise<Outcome> {
  const { event, watch, attempts } = delivery
  const wait = RETRY_AFTER_MS[attempts - 1]
  const finish = (delivered: boolean, next_at: number | null) =>
    store.finishDelivery(event.id, watch.id, { delivered, next_at })
  if (watch.expires_at <= now()) {
    await finish(false, null)
    return 'given_up'
  }
  const body = deliveryBody(delivery)
  const result = await fetch({
    url: watch.webhook,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'assay-event-id': event.id,
      'assay-attempt': String(attempts),
      'assay-signature': signatureOf(
        body,
        watch.secret,
        Math.floor(now() / 1_000),
      ),
    },
    body,
    maxRedirects: 0,
    limits: LIMITS,
  })
  if (isTaken(result)) {
    await finish(true, null)
    return 'delivered'
  }
  const isGone = result.outcome === 'response' && result.status === 410
  if (isGone || wait === undefined) {
    await finish(false, null)
    return 'given_up'
  }
  await finish(false, (await store.now()) + wait)
  return 'retried'
}

function isTaken(result: FetchResult): boolean {
  return (
    result.outcome === 'response' && result.status >= 200 && result.status < 300
  )
}
