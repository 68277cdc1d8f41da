import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import type { PriceId } from '../billing/prices.js'
import type { Service } from '../service.js'
import type { FreeAccess } from './access.js'
import { counterpartyRoutes } from './counterparty/routes.js'
import { freeAccess as destinationAccess } from './destination/free-access.js'
import { destinationRoutes } from './destination/routes.js'
import { endpointHealthRoutes } from './endpoint-health/routes.js'
import { merchantRoutes } from './merchant/routes.js'
import { describeSurfaces } from './openapi.js'
import { freeAccess as termsAccess } from './terms/free-access.js'
import { termsRoutes } from './terms/routes.js'

/** The surfaces of the five services, each under its own path. */
export function surfaceRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const app = new OpenAPIHono<ServiceEnv>()
  describeSurfaces(app.openAPIRegistry)
  app.route('/terms', termsRoutes(service))
  app.route('/merchant', merchantRoutes(service))
  app.route('/endpoint-health', endpointHealthRoutes(service))
  // Hono tells the two spellings apart; links are written with either.
  app.get('/endpoint-health/', (c) =>
    c.redirect(`/endpoint-health${new URL(c.req.url).search}`, 308),
  )
  app.route('/counterparty', counterpartyRoutes(service))
  app.route('/destination', destinationRoutes(service))
  return app
}

/** What the surfaces give away; where there is no entry, nothing. */
export const FREE_ACCESS: Partial<
  Readonly<
    Record<
      PriceId,
      (c: ServiceContext, service: Service) => Promise<FreeAccess>
    >
  >
> = {
  terms: termsAccess,
  destination: destinationAccess,
}
