import { catalogApp, type ListingItem, listingItem } from './catalog.js'
import { type Door, openDoor } from './door.js'
import { refusingFacilitator } from './facilitator.js'
import type { Sandbox } from './marketplace.js'
import { createRequestLog } from './request-log.js'
import type { Seller, SellerDefinition } from './seller.js'
import { handlerOf } from './stall.js'

export type MarketOptions = {
  readonly host: string
  readonly port: number
  readonly clock: () => number
  readonly sellers: readonly SellerDefinition[]
}

const KEPT_REQUESTS = 1000

/** Opens a door for the catalog and one for every seller, then serves them. */
export async function openMarket(options: MarketOptions): Promise<Sandbox> {
  const { clock, sellers } = options
  const startedAt = clock()
  const log = createRequestLog(clock, KEPT_REQUESTS)
  const [catalogDoor, ...doors] = await openDoors(options)
  const close = async () => {
    await Promise.all([catalogDoor, ...doors].map((door) => door.close()))
  }
  try {
    const opened = await Promise.all(
      doors.map(async (door, index) => {
        const definition = sellers[index] as SellerDefinition
        const { id, title, path, behaviour } = definition
        const { origin } = door
        const facilitator = refusingFacilitator
        const stall = { title, origin, path, startedAt, facilitator }
        const handle = await handlerOf(behaviour, stall)
        door.serve((request, env) => {
          log.add(id, request)
          return handle(request, env)
        })
        return offered(definition, origin, startedAt)
      }),
    )
    const catalog = opened.map(({ item }) => item)
    const app = catalogApp(catalog)
    catalogDoor.serve((request) => app.fetch(request))
    return {
      sellers: opened.map(({ seller }) => seller),
      catalog,
      catalog_url: `${catalogDoor.origin}/discovery/resources`,
      requests: log.of,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The catalog's door first; on a fixed port the others follow it by one. */
async function openDoors(options: MarketOptions): Promise<[Door, ...Door[]]> {
  const { host, port, sellers } = options
  const ports = [0, ...sellers.map((_, index) => index + 1)]
  const results = await Promise.allSettled(
    ports.map((step) => openDoor(host, port === 0 ? 0 : port + step)),
  )
  const open = results.flatMap((it) =>
    it.status === 'fulfilled' ? [it.value] : [],
  )
  const failed = results.find((it) => it.status === 'rejected')
  if (!failed) return open as [Door, ...Door[]]
  await Promise.all(open.map((door) => door.close()))
  throw failed.reason
}

async function offered(
  definition: SellerDefinition,
  origin: string,
  now: number,
): Promise<{ seller: Seller; item: ListingItem }> {
  const { id, title, path, method, listing, checkExpiry } = definition
  const seller: Seller = {
    id,
    title,
    url: origin + path,
    method,
    listing,
    check_options: { check_expiry: checkExpiry ?? false },
    expect: definition.expect,
  }
  const version = definition.behaviour.kind === 'charge_v1' ? 1 : 2
  return { seller, item: await listingItem(seller, version, now) }
}
