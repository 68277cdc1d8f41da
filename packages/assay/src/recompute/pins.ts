import { HISTORY } from '../known/resource.js'
import type { Endpoint, Pin, Store } from '../store/store.js'
import { inBatches } from './in-batches.js'

/**
 * Remembers the first wallet that the crawler saw, of endpoints that it saw for
 * the first time since `from`.
 */
export async function savePins(
  store: Store,
  endpoints: readonly Endpoint[],
  from: number,
  now: number,
): Promise<void> {
  const pins = await inBatches(endpoints, async ({ resource_id }) => {
    const first = await store.firstObservedAt(resource_id)
    return first === undefined || first <= from
      ? []
      : firstPins(store, resource_id, now)
  })
  for (const pin of pins.flat()) await store.savePin(pin)
}

async function firstPins(
  store: Store,
  resource_id: string,
  now: number,
): Promise<Pin[]> {
  const crawls = await store.observationsOf({
    resource_id,
    origin: 'crawl',
    until: now,
    limit: HISTORY,
  })
  const first = new Map<string, Pin>()
  for (const { network, pay_to, at } of crawls.toReversed())
    if (network !== null && pay_to !== null && !first.has(network))
      first.set(network, { resource_id, network, pay_to, since: at })
  return [...first.values()]
}
