import { wrapFetchWithPayment } from '@x402/fetch'
import type { GuardEvent } from '../events.js'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { guarded } from '../seats/guarded.js'
import { stockClient } from './buyer.js'

/** The official client behind a guard, and what the guard tells a log. */
export function buyer(
  fetch: typeof globalThis.fetch,
  options: GuardOptions = {},
) {
  const events: GuardEvent[] = []
  const own = createGuard({
    ...options,
    on_event: (event) => events.push(event),
  })
  const pay = wrapFetchWithPayment(...guarded(fetch, stockClient(), own))
  return { pay, own, events, ended: () => endsOf(events) }
}

function endsOf(events: readonly GuardEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'ended' ? [`${event.outcome} ${event.status}`] : [],
  )
}

/** A seller whose answers are lost. */
export const failing = () => Promise.reject(new TypeError('fetch failed'))
