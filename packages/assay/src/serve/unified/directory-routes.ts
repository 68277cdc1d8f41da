import {
  endpointHealth,
  mapNetwork,
  parseUsd,
  usdToAtomic,
} from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { scoreSeller } from '../../score/score.js'
import type { DirectoryQuery } from '../../store/store.js'
import type { ServiceEnv } from '../answer.js'
import { remembered } from '../remembered.js'
import type { Service } from '../service.js'
import {
  directoryEntrySchema,
  endpointSchema,
  endpointView,
  entryView,
  listingSchema,
  listingView,
  observationSchema,
  observationView,
  withMaskedUrl,
} from './endpoint-view.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import {
  EXAMPLE,
  idSchema,
  pageLimitSchema,
  problems,
  timeSchema,
} from './schemas.js'
import { verdictSchema } from './verdict-schema.js'

const querySchema = z.object({
  query: z.string().max(200).optional().openapi({
    description: 'Words of the URL, the description or a tag',
    example: 'weather',
  }),
  category: z.string().max(64).optional().openapi({
    description: 'Of rulebook endpoint-health',
  }),
  network: z.string().max(256).optional().openapi({ example: EXAMPLE.network }),
  max_price_usd: z
    .string()
    .max(40)
    .refine((usd) => parseUsd(usd) !== undefined, 'not an amount in USD')
    .optional()
    .openapi({ example: '0.05' }),
  min_score: z.coerce.number().min(0).max(100).optional().openapi({
    type: 'number',
    description: 'Of rulebook endpoint-health; leaves out what has no score',
    example: 70,
  }),
  sort: z.enum(['score', 'price', 'last_seen']).default('score'),
  cursor: z
    .string()
    .max(512)
    .optional()
    .openapi({ description: '`next` of the page before' }),
  limit: pageLimitSchema,
})

const idParams = z.object({
  id: idSchema.openapi({ example: EXAMPLE.resource_id }),
})

const directorySchema = z
  .object({
    endpoints: z.array(directoryEntrySchema),
    next: z
      .string()
      .nullable()
      .openapi({ description: 'Null: that was the last page' }),
  })
  .openapi('DirectoryPage')

const detailSchema = endpointSchema
  .extend({
    as_of: timeSchema,
    listings: z.array(listingSchema),
    /** Judged from what is stored; nobody was asked for it. */
    health: verdictSchema.nullable(),
    counterparty: verdictSchema.nullable(),
    merchant: verdictSchema.nullable(),
    reputation: verdictSchema.nullable(),
  })
  .openapi('EndpointDetail')

const historySchema = z
  .object({ id: z.string(), observations: z.array(observationSchema) })
  .openapi('EndpointHistory')

/** `/v1/endpoints`, `/v1/endpoints/{id}`, `/v1/endpoints/{id}/history`. */
export function directoryRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const { store, now } = service
  const routes = createRoutes()
  addRoute<{ query: z.output<typeof querySchema> }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/endpoints',
      tags: ['directory'],
      summary: 'Search what the catalogs list',
      request: { query: querySchema },
      responses: {
        200: jsonOf(directorySchema, 'A page, the best first'),
        ...problems(400),
      },
    }),
    async ({ query }) => {
      const { entries, next } = await store.directory(directoryQuery(query))
      return ok({ endpoints: entries.map(entryView), next: next ?? null })
    },
  )
  addRoute<{ param: { id: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/endpoints/{id}',
      tags: ['directory'],
      summary: 'One endpoint: what is listed, and how it is judged',
      request: { params: idParams },
      responses: { 200: jsonOf(detailSchema, 'It'), ...problems(400, 404) },
    }),
    async ({ param }) => ok(await detailOf(service, param.id)),
  )
  const historyQuery = z.object({ limit: pageLimitSchema })
  addRoute<{ param: { id: string }; query: { limit: number } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/endpoints/{id}/history',
      tags: ['directory'],
      summary: 'What was seen of it, newest first',
      request: { params: idParams, query: historyQuery },
      responses: { 200: jsonOf(historySchema, 'It'), ...problems(400, 404) },
    }),
    async ({ param: { id }, query: { limit } }) => {
      const until = now()
      const seen = await store.observationsOf({ resource_id: id, until, limit })
      if (seen.length === 0 && (await store.endpoint(id)) === undefined)
        throw notFound(`endpoint ${id}`, 'unknown_endpoint')
      return ok({ id, observations: seen.map(observationView) })
    },
  )
  return routes
}

/** A JSON answer of a schema. */
export function jsonOf(schema: z.ZodType, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

function directoryQuery(query: z.output<typeof querySchema>): DirectoryQuery {
  const { max_price_usd, network, ...rest } = query
  const price =
    max_price_usd === undefined ? undefined : parseUsd(max_price_usd)
  return {
    ...rest,
    network: network === undefined ? undefined : mapNetwork(network).id,
    max_price_atomic:
      price === undefined ? undefined : usdToAtomic(price).toString(),
  }
}

async function detailOf(
  service: Service,
  id: string,
): Promise<z.input<typeof detailSchema>> {
  const { store, now } = service
  const endpoint = await store.endpoint(id)
  if (endpoint === undefined)
    throw notFound(`endpoint ${id}`, 'unknown_endpoint')
  const at = now()
  const [listings, health, seller] = await Promise.all([
    store.listingsOf(id),
    store.scoreOf(endpointHealth.id, id),
    scoreSeller(store, endpoint.url, at, remembered(service)),
  ])
  // Verdicts name their subject, with the values of its query.
  const shown = (verdict: unknown) => withMaskedUrl(verdict, endpoint.url)
  return {
    ...endpointView(endpoint),
    as_of: new Date(at).toISOString(),
    listings: listings.map(listingView),
    health: shown(health?.output),
    counterparty: shown(seller?.counterparty),
    merchant: shown(seller?.merchant),
    reputation: shown(seller?.reputation[0]),
  }
}
