import type { RouteConfig, x402ResourceServer } from '@x402/core/server'
import { x402HTTPResourceServer } from '@x402/core/server'
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import type { ServiceSettings } from '../service.js'
import type { Price } from './prices.js'

/** Seconds that a buyer's signature is good for. */
export const PAYMENT_SECONDS = 60

/** The wallet that is paid on the configured network; undefined: none is. */
export function payToOf({
  payTo,
  network,
}: Pick<ServiceSettings, 'payTo' | 'network'>): string | undefined {
  return network.startsWith('eip155:') ? payTo[network] : undefined
}

/** Where a paid answer stands for its buyers, whatever proxies are between. */
export function resourceOf(
  price: Price,
  { publicUrl }: Pick<ServiceSettings, 'publicUrl'>,
): string {
  return publicUrl.replace(/\/+$/, '') + price.path
}

/** The official server of one paid path, for every method of it. */
export function paidPath(
  price: Price,
  server: x402ResourceServer,
  settings: ServiceSettings,
  payTo: string,
): x402HTTPResourceServer {
  const route: RouteConfig = {
    accepts: [
      {
        scheme: 'exact',
        network: settings.network as `${string}:${string}`,
        payTo,
        price: `$${price.usd}`,
        maxTimeoutSeconds: PAYMENT_SECONDS,
      },
    ],
    resource: resourceOf(price, settings),
    description: price.description,
    mimeType: 'application/json',
    serviceName: 'Assay',
    tags: [...price.tags],
    extensions: declareDiscoveryExtension(price.discovery),
  }
  return new x402HTTPResourceServer(server, { [price.path]: route })
}
