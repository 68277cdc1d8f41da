import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from './answer.js'
import { type Billing, type BillingParts, billing } from './billing/index.js'
import { identify } from './http/caller.js'
import { deadline } from './http/deadline.js'
import { limitDepth } from './http/depth.js'
import { answerErrors, answerUnknown } from './http/errors.js'
import { front } from './http/front.js'
import { refusesHead } from './http/head.js'
import { limitBodies } from './http/limits.js'
import { createMetrics, type Metrics } from './http/metrics.js'
import type { QuickAnswers } from './http/quick.js'
import { createTelling } from './http/telling.js'
import { lookupRoutes } from './lookup/routes.js'
import { mcpRoutes } from './mcp/routes.js'
import { objectionRoutes } from './objections/routes.js'
import { givesBack } from './quota/give-back.js'
import { receiptRoutes } from './receipts/routes.js'
import type { Service } from './service.js'
import { ledgerRoutes } from './spending/routes.js'
import { FREE_ACCESS, surfaceRoutes } from './surfaces/index.js'
import { directoryRoutes } from './unified/directory-routes.js'
import { documentRoutes } from './unified/document-routes.js'
import { healthRoutes } from './unified/health-routes.js'
import { hostRoutes } from './unified/host-routes.js'
import { createPreflight, type Preflight } from './unified/preflight.js'
import { keptAnswers, preflightRoutes } from './unified/preflight-routes.js'
import { publishedRoutes } from './unified/published-routes.js'
import { reportRoutes } from './unified/report-routes.js'
import { walletRoutes } from './unified/wallet-routes.js'
import { watchRoutes } from './unified/watch-routes.js'

/** A service as it answers HTTP. */
export type ServiceApp = {
  readonly hono: OpenAPIHono<ServiceEnv>
  readonly fetch: OpenAPIHono<ServiceEnv>['fetch']
  readonly metrics: Metrics
  readonly preflight: Preflight
  /** What is answered before a request is made of what came in. */
  readonly quick: QuickAnswers
  /** For the background: payments that a process died over. */
  readonly tendPayments: Billing['tend']
  /** From now on `/ready` says no. */
  readonly stopping: () => void
  /** Resolves when everything that was promised is stored. */
  readonly drained: () => Promise<void>
}

/** Mounts everything that a service answers. */
export function createApp(
  service: Service,
  parts: Pick<BillingParts, 'facilitator' | 'readCharge'> = {},
): ServiceApp {
  const metrics = createMetrics()
  let isStopping = false
  const preflight = createPreflight(service, metrics)
  const kept = keptAnswers(preflight)
  const telling = createTelling(service, metrics)
  const bills = billing(service, { ...parts, access: FREE_ACCESS })
  const app = new OpenAPIHono<ServiceEnv>()
  answerErrors(app, service)
  answerUnknown(app)

  app.use(front({ telling, refusesHead }))
  // What was answered a moment ago needs none of what follows.
  app.post('/v1/preflight', kept.post)
  app.get('/v1/preflight', kept.get)
  app.use(limitBodies())
  app.use(limitDepth())
  app.use(identify(service))
  // Outside of the deadline: what came too late is neither counted nor settled.
  app.use(givesBack(service))
  app.use(bills.middleware)
  app.use(deadline())
  const health = { service, metrics, isStopping: () => isStopping }
  for (const routes of [
    healthRoutes(health),
    preflightRoutes(preflight),
    directoryRoutes(service),
    hostRoutes(service),
    walletRoutes(service),
    reportRoutes(service),
    receiptRoutes(service),
    objectionRoutes(service),
    lookupRoutes(service),
    ledgerRoutes(service),
    publishedRoutes(service),
    watchRoutes(service),
    documentRoutes(service, () => app),
    surfaceRoutes(service),
    mcpRoutes(service, () => app.fetch),
  ])
    app.route('/', routes)

  return {
    hono: app,
    fetch: app.fetch,
    metrics,
    preflight,
    quick: { ...kept.quick, telling },
    tendPayments: bills.tend,
    stopping: () => {
      isStopping = true
    },
    drained: preflight.drained,
  }
}
