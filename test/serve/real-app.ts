import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceId } from '@assay402/core'
import type { FacilitatorClient } from '@x402/core/server'
import { namesOf } from '../../packages/assay/src/collect/testing/network.js'
import {
  openShop,
  WALLET,
} from '../../packages/assay/src/inspect/testing/shop.js'
import { createApp } from '../../packages/assay/src/serve/app.js'
import type { ChargeReader } from '../../packages/assay/src/serve/billing/index.js'
import { createService } from '../../packages/assay/src/serve/create-service.js'
import { listen } from '../../packages/assay/src/serve/listen.js'
import {
  NO_DISCLOSURES,
  type ServiceSettings,
} from '../../packages/assay/src/serve/service.js'
import {
  figuresOf,
  list,
  settle,
} from '../../packages/assay/src/serve/surfaces/testing/stored-market.js'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import {
  challengeOf,
  listingOf,
  observationOf,
  offerOf,
} from '../../packages/assay/src/store/testing/samples.js'

const HEALTHY = 'https://seller.example/x'

export type RealApp = {
  readonly url: string
  readonly store: Store
  /** One request of every paid path that has an answer, by price. */
  readonly requests: Readonly<Record<string, readonly [string, RequestInit?]>>
  readonly close: () => Promise<void>
}

export type RealAppOptions = {
  readonly facilitator?: FacilitatorClient | undefined
  readonly readCharge?: ChargeReader | undefined
  readonly settings: Partial<ServiceSettings>
}

/** The whole service on loopback over a store that knows two sellers. */
export async function startRealApp(options: RealAppOptions): Promise<RealApp> {
  const store = await openStore(':memory:')
  const seller = await openShop()
  await stock(store, seller.url)
  const service = createService(
    {
      now: Date.now,
      clock: () => performance.now(),
      randomBytes: (count) => randomBytes(count),
      sleep: (ms) => sleep(ms),
      resolver: namesOf({}),
    },
    {
      store,
      settings: {
        publicUrl: 'https://assay.example',
        open: false,
        trustProxy: 0,
        salt: 'salt',
        payTo: {},
        network: 'eip155:8453',
        facilitatorUrl: 'http://127.0.0.1:9',
        exemptKeys: [],
        bundleSecret: null,
        disclosures: NO_DISCLOSURES,
        allowHosts: [seller.host],
        ...options.settings,
      },
      log: () => {},
      signer: null,
      timeoutMs: 2_000,
    },
  )
  const { facilitator, readCharge } = options
  const app = createApp(service, { facilitator, readCharge })
  const listening = await listen(() => app, { host: '127.0.0.1', port: 0 })
  const spotCheck = `/terms/v1/products/endpoint-spot-check`
  const shop = encodeURIComponent(seller.url)
  const check = await fetch(`${listening.url}${spotCheck}?url=${shop}`)
  if (!check.ok) throw new Error(await check.text())
  return {
    url: listening.url,
    store,
    requests: {
      terms: [`${spotCheck}?url=${shop}&access=paid`],
      terms_router: [`${spotCheck}/router?url=${shop}`],
      merchant: [`/merchant/check?merchant_wallet_address=${WALLET}`],
      endpoint_health: [
        `/endpoint-health/v1/endpoint?url=${encodeURIComponent(HEALTHY)}`,
      ],
      counterparty: [`/counterparty/score?subject=${shop}`],
      destination: [
        '/destination/v1/check',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"target":"github.com"}',
        },
      ],
    },
    close: async () => {
      await listening.close()
      await store.close()
    },
  }
}

async function stock(store: Store, url: string): Promise<void> {
  const now = Date.now()
  const offers = [offerOf('10000', WALLET)]
  await list(store, [listingOf(url, { offers }), listingOf(HEALTHY)], now)
  await settle(store, WALLET, figuresOf(WALLET, 5, now), now)
  const at = now - 3_600_000
  const record = challengeOf(1, { subject: `GET ${HEALTHY}`, at })
  const observation = observationOf(1, {
    at,
    resource_id: resourceId(`GET ${HEALTHY}`),
    quote_atomic: '10000',
  })
  await store.appendObserved([
    { evidence: { record, key: 'look' }, observation },
  ])
}
