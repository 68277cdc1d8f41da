import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { chargeApp, type Stall } from './charge.js'
import { chargeV1App } from './charge-v1.js'
import type { Handler } from './door.js'
import type { Behaviour } from './seller.js'

/** The handler of a seller that behaves so. */
export async function handlerOf(
  behaviour: Behaviour,
  stall: Stall,
): Promise<Handler> {
  const app = await appOf(behaviour, stall)
  return (request, env) => app.fetch(request, env)
}

async function appOf(behaviour: Behaviour, stall: Stall) {
  if (behaviour.kind === 'charge') return chargeApp(behaviour, stall)
  if (behaviour.kind === 'charge_v1') return chargeV1App(behaviour.ask, stall)
  const app = new Hono<{ Bindings: HttpBindings }>()
  if (behaviour.kind === 'answer') {
    const { status, headers } = behaviour
    return app.all(stall.path, (c) => c.json({ status }, status, headers))
  }
  return app.all(stall.path, (c) => {
    if (behaviour.kind === 'hang_up') c.env.incoming.socket.destroy()
    // Tells the adapter to leave the connection as it is.
    return RESPONSE_ALREADY_SENT
  })
}
