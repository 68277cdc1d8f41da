import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { listsStatus } from '../../lists/status.js'
import { SOFTWARE_VERSION } from '../../version.js'
import type { ServiceEnv } from '../answer.js'
import type { Metrics } from '../http/metrics.js'
import type { Service } from '../service.js'
import { addRoute, createRoutes, ok } from './routes.js'

/** The store has so long to say that it is there, milliseconds. */
const STORE_MS = 2_000

const missingSchema = z.object({
  what: z.string(),
  detail: z.string(),
  do: z.string(),
})

const readySchema = z
  .object({ ready: z.boolean(), missing: z.array(missingSchema) })
  .openapi('Ready', { example: { ready: true, missing: [] } })

type Missing = z.output<typeof missingSchema>

export type HealthTools = {
  readonly service: Service
  readonly metrics: Metrics
  readonly isStopping: () => boolean
}

/** `/health`, `/ready`, `/metrics`. */
export function healthRoutes(tools: HealthTools): OpenAPIHono<ServiceEnv> {
  const { service, metrics, isStopping } = tools
  const routes = createRoutes()
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/health',
      tags: ['service'],
      summary: 'The process is up',
      responses: {
        200: {
          description: 'It is',
          content: {
            'application/json': {
              schema: z
                .object({ status: z.literal('ok'), version: z.string() })
                .openapi('Health'),
            },
          },
        },
      },
    }),
    () => ok({ status: 'ok', version: SOFTWARE_VERSION }),
  )
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/ready',
      tags: ['service'],
      summary: 'The store answers and the lists are fresh',
      responses: {
        200: content('It is ready'),
        503: content('Something is missing, and what to do about it'),
      },
    }),
    async () => {
      const missing = isStopping() ? [STOPPING] : await whatIsMissing(service)
      const ready = missing.length === 0
      return { status: ready ? 200 : 503, body: { ready, missing } }
    },
  )
  routes.get('/metrics', async (c) => {
    c.header('content-type', metrics.registry.contentType)
    return c.body(await metrics.registry.metrics())
  })
  return routes
}

function content(description: string) {
  return {
    description,
    content: { 'application/json': { schema: readySchema } },
  }
}

const STOPPING: Missing = {
  what: 'service',
  detail: 'it is being stopped',
  do: 'ask another one',
}

async function whatIsMissing(service: Service): Promise<Missing[]> {
  const { store, now } = service
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, STORE_MS, new Error('no answer within 2 s'))
  })
  try {
    const lists = await Promise.race([listsStatus(store, now()), late])
    return lists
      .filter(({ status }) => status === 'stale' || status === 'missing')
      .map(({ list, status, fetched_at }) => ({
        what: `list ${list}`,
        detail:
          status === 'missing' ? 'never fetched' : `fetched ${fetched_at}`,
        do: 'assay lists update (assay serve --lists does it every day)',
      }))
  } catch (error) {
    service.log({
      level: 'error',
      event: 'not_ready',
      error: error instanceof Error ? error.message : String(error),
    })
    return [
      {
        what: 'store',
        detail: 'it does not answer',
        do: 'look at the log, and at --db or ASSAY_DB',
      },
    ]
  } finally {
    clearTimeout(timer)
  }
}
