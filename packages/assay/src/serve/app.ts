import { OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from './answer.js'
import { identify } from './http/caller.js'
import { deadline } from './http/deadline.js'
import { answerErrors, answerUnknown } from './http/errors.js'
import { front } from './http/front.js'
import { refusesHead } from './http/head.js'
import { limitBodies } from './http/limits.js'
import { createMetrics, type Metrics } from './http/metrics.js'
import { lookupRoutes } from './lookup/routes.js'
import { objectionRoutes } from './objections/routes.js'
import { receiptRoutes } from './receipts/routes.js'
import type { Service } from './service.js'
import { ledgerRoutes } from './spending/routes.js'
import { healthRoutes } from './unified/health-routes.js'
import { createPreflight, type Preflight } from './unified/preflight.js'
import { keptAnswers, preflightRoutes } from './unified/preflight-routes.js'
import { createProbeBudget } from './unified/probe-budget.js'

/** A service as it answers HTTP. */
export type ServiceApp = {
  readonly fetch: OpenAPIHono<ServiceEnv>['fetch']
  readonly metrics: Metrics
  readonly preflight: Preflight
  /** From now on `/ready` says no. */
  readonly stopping: () => void
  /** Resolves when everything that was promised is stored. */
  readonly drained: () => Promise<void>
}

/** Mounts everything that a service answers. */
export function createApp(service: Service): ServiceApp {
  const metrics = createMetrics()
  let isStopping = false
  const preflight = createPreflight({
    service,
    metrics,
    inspectTools: { ...service.tools, admit: createProbeBudget(service) },
  })
  const kept = keptAnswers(preflight)
  const app = new OpenAPIHono<ServiceEnv>()
  answerErrors(app, service)
  answerUnknown(app)

  app.use(front({ service, metrics, refusesHead }))
  // What was answered a moment ago needs none of what follows.
  app.post('/v1/preflight', kept.post)
  app.get('/v1/preflight', kept.get)
  app.use(limitBodies())
  app.use(identify(service))
  app.use(deadline())
  const health = { service, metrics, isStopping: () => isStopping }
  app.route('/', healthRoutes(health))
  app.route('/', preflightRoutes(preflight))
  app.route('/', receiptRoutes(service))
  app.route('/', objectionRoutes(service))
  app.route('/', lookupRoutes(service))
  app.route('/', ledgerRoutes(service))

  return {
    fetch: app.fetch,
    metrics,
    preflight,
    stopping: () => {
      isStopping = true
    },
    drained: preflight.drained,
  }
}
