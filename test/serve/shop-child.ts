import { serve } from '@hono/node-server'
import type { FacilitatorClient } from '@x402/core/server'
import { openStore } from '../../packages/assay/src/store/open-store.js'
import { accountOf } from '../chain/accounts.js'
import { createFacilitator } from '../chain/facilitator.js'
import { createNodeClient, createSender } from '../chain/node-client.js'
import { openShop } from './shop.js'
import type { ShopProcessOptions } from './shop-process.js'
import { chainReader, SHOP } from './shop-till.js'

// A shop in a process of its own; says its port. See shop-process.ts.
const options = JSON.parse(process.argv[2] ?? '{}') as ShopProcessOptions
const store = await openStore(options.store)
const shop = openShop({
  store,
  payTo: options.chain === undefined ? null : SHOP,
  ...(options.chain !== undefined && {
    facilitator: facilitatorOn(options.chain),
    readCharge: chainReader({ node: createNodeClient(options.chain) }),
  }),
})
shop.pass(options.ahead ?? 0)
serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`)
})

function facilitatorOn(url: string): FacilitatorClient {
  const relay = accountOf('facilitator').address
  const real = createFacilitator(createSender(url, relay), relay)
  return {
    ...real,
    settle: async (...args) => {
      if (options.dies === 'before_settling')
        process.kill(process.pid, 'SIGKILL')
      const settled = await real.settle(...args)
      // The money has moved, and nobody has heard of it.
      if (options.dies === 'after_settling')
        process.kill(process.pid, 'SIGKILL')
      return settled
    },
  }
}
