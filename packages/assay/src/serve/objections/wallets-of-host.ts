import type { Service } from '../service.js'

/** Endpoints of one host that are looked at, and observations of each. */
const MOST = { endpoints: 200, observations: 30 } as const

/** Every wallet that a listing or an observation of a host names. */
export async function walletsOfHost(
  store: Pick<
    Service['store'],
    'endpointsOfHost' | 'listingsOf' | 'observationsOf'
  >,
  host: string,
): Promise<ReadonlySet<string>> {
  const endpoints = await store.endpointsOfHost(host)
  const wallets = new Set<string>()
  for (const { resource_id } of endpoints.slice(0, MOST.endpoints)) {
    const spans = await store.listingsOf(resource_id)
    const seen = await store.observationsOf({
      resource_id,
      limit: MOST.observations,
    })
    for (const { offers } of spans)
      for (const { pay_to } of offers) wallets.add(pay_to)
    for (const { pay_to } of seen) if (pay_to !== null) wallets.add(pay_to)
  }
  return wallets
}
