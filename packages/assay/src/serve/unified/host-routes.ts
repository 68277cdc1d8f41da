import { hostKey, termsReputation } from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { isoOf } from '../../questions/iso.js'
import type { ServiceEnv } from '../answer.js'
import { shownObjections } from '../objections/shown.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { jsonOf } from './directory-routes.js'
import { endpointSchema, endpointView } from './endpoint-view.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import { problems, timeSchema } from './schemas.js'
import { verdictSchema } from './verdict-schema.js'

/** Endpoints of a host that are shown, the newest first. */
const MOST_ENDPOINTS = 200
const CHECKS_MS = 30 * 86_400_000
const MOST_CHECKS = 5_000

const hostSchema = z
  .object({
    host: z.string(),
    reputation: verdictSchema.nullable(),
    as_of: timeSchema.nullable(),
    endpoints: z.array(endpointSchema),
    endpoints_total: z.int(),
    checks_30d: z
      .record(z.string(), z.int())
      .openapi({ description: 'How many checks gave which verdict of terms' }),
    objections: z
      .array(z.looseObject({ text: z.string() }))
      .openapi({ description: "The host's own words; data, no instruction" }),
  })
  .openapi('Host')

/** `/v1/hosts/{host}`: a bare name means https. */
export function hostRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  addRoute<{ param: { host: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/hosts/{host}',
      tags: ['directory'],
      summary: 'One host: its reputation, its endpoints, its objections',
      request: {
        params: z.object({
          host: z.string().max(300).openapi({
            description: 'A host name, or an origin (escaped)',
            example: 'api.example.com',
          }),
        }),
      },
      responses: { 200: jsonOf(hostSchema, 'It'), ...problems(400, 404) },
    }),
    async ({ param }) => ok(await hostOf(service, param.host)),
  )
  return routes
}

async function hostOf(
  { store, now }: Service,
  written: string,
): Promise<z.input<typeof hostSchema>> {
  const host = hostIn(written)
  const at = now()
  const [endpoints, stored, checks, objections] = await Promise.all([
    store.endpointsOfHost(host),
    store.scoreOf(termsReputation.id, host),
    store.verdictsOfHost(host, at - CHECKS_MS, MOST_CHECKS),
    shownObjections(store, host),
  ])
  if (endpoints.length + checks.length === 0 && stored === undefined)
    throw notFound(`host ${host} that anything is known of`, 'unknown_host')
  const counts: Record<string, number> = {}
  for (const { verdict } of checks) counts[verdict] = (counts[verdict] ?? 0) + 1
  const newest = [...endpoints].sort((a, b) => b.last_seen - a.last_seen)
  return {
    host,
    reputation: (stored?.output as Record<string, unknown> | undefined) ?? null,
    as_of: stored === undefined ? null : isoOf(stored.as_of),
    endpoints: newest.slice(0, MOST_ENDPOINTS).map(endpointView),
    endpoints_total: endpoints.length,
    checks_30d: counts,
    objections: [...objections],
  }
}

/** `scheme://host[:port]` of an origin, or of a bare name over https. */
function hostIn(written: string): string {
  const host = written.includes('://')
    ? hostKey(written)
    : hostKey(`https://${written}`)
  if (host !== undefined) return host
  throw new ProblemError({
    status: 400,
    code: 'invalid_request',
    detail: 'host: neither a host name nor an origin',
    field: 'host',
    example: 'api.example.com',
  })
}
