import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { FacilitatorClient } from '@x402/core/server'
import { Hono } from 'hono'

export type FacilitatorService = {
  readonly url: string
  /** From now on it answers with an error page. */
  readonly breakDown: () => void
  readonly close: () => Promise<void>
}

/** A facilitator behind HTTP on loopback, as buyers' sellers know them. */
export async function facilitatorService(
  facilitator: FacilitatorClient,
): Promise<FacilitatorService> {
  let isBroken = false
  const app = new Hono()
  app.use(async (c, next) => {
    if (isBroken) return c.html('<h1>Bad gateway</h1>', 502)
    return next()
  })
  app.get('/supported', async (c) => c.json(await facilitator.getSupported()))
  app.post('/verify', async (c) => {
    const { paymentPayload, paymentRequirements } = await c.req.json()
    return c.json(await facilitator.verify(paymentPayload, paymentRequirements))
  })
  app.post('/settle', async (c) => {
    const { paymentPayload, paymentRequirements } = await c.req.json()
    return c.json(await facilitator.settle(paymentPayload, paymentRequirements))
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    breakDown: () => {
      isBroken = true
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
