import { categoryOf, registrableDomain } from '@assay402/core'
import { healthOf } from '../../../known/lists.js'
import { readMarket } from '../../../known/market.js'
import { sanctionsFor } from '../../../lists/screening.js'
import { healthQuestion } from '../../../questions/health.js'
import { isoOf } from '../../../questions/iso.js'
import type { Endpoint, Observation, Store } from '../../../store/store.js'

/** The input of rulebook endpoint-health, from what is stored. */
export async function questionOf(
  store: Store,
  { url, method, tags, host_name }: Endpoint,
  crawls: readonly Observation[],
  now: number,
): Promise<object> {
  const domain = registrableDomain(host_name)
  const wallet = crawls.find(({ pay_to }) => pay_to !== null)?.pay_to
  const wallets = wallet == null ? [] : [wallet]
  const [market, registration, { snapshot, matches }] = await Promise.all([
    readMarket(store, categoryOf(tags), now),
    domain === undefined ? undefined : store.registration(domain, now),
    sanctionsFor(store, wallets, now),
  ])
  return healthQuestion({
    now: isoOf(now),
    url,
    method,
    tags,
    crawls,
    quotes: market?.quotes ?? [],
    registration: registration ?? { status: 'unknown', reason: 'not_stored' },
    sanctions:
      snapshot === null ? null : healthOf(snapshot, wallets.length, matches),
  })
}
