import { describeRulebook, RULEBOOKS } from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { listsStatus } from '../../lists/status.js'
import { isoOf } from '../../questions/iso.js'
import { SLOT_MS } from '../../store/index.js'
import type { ServiceEnv } from '../answer.js'
import type { Service } from '../service.js'
import { jsonOf } from './directory-routes.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import { problems, timeSchema } from './schemas.js'

const IDS = RULEBOOKS.map(({ id }) => id)

const rulebooksSchema = z
  .object({
    rulebooks: z.array(
      z.object({ id: z.string(), version: z.string(), question: z.string() }),
    ),
  })
  .openapi('Rulebooks')

const rulebookSchema = z
  .looseObject({ id: z.string(), version: z.string() })
  .openapi('Rulebook', {
    type: 'object',
    description: 'Rules, thresholds, codes, lists and schemas',
  })

const passSchema = z.object({
  source: z.string(),
  status: z.string(),
  started_at: timeSchema,
  finished_at: timeSchema.nullable(),
  reported_total: z.int().nullable(),
  read: z.int(),
  kept: z.int(),
  excluded: z.record(z.string(), z.int()),
})

const coverageSchema = z
  .object({
    slot: z.object({ from: timeSchema, until: timeSchema }),
    listed: z.int(),
    hosts: z.int(),
    probed: z.int(),
    deferred: z.int(),
    excluded: z.record(z.string(), z.int()),
    catalogs: z.array(passSchema),
  })
  .openapi('Coverage')

const listsSchema = z
  .object({
    lists: z.array(z.looseObject({ list: z.string(), status: z.string() })),
  })
  .openapi('Lists')

/** Readings of catalogs that are shown. */
const PASSES = 20

/** `/v1/rulebooks`, `/v1/coverage`, `/v1/lists`. */
export function publishedRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const { store, now } = service
  const routes = createRoutes()
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/rulebooks',
      tags: ['rules'],
      summary: 'The published rulebooks',
      responses: { 200: jsonOf(rulebooksSchema, 'They') },
    }),
    () =>
      ok({
        rulebooks: RULEBOOKS.map(({ id, version, question }) => ({
          ...{ id, version, question },
        })),
      }),
  )
  addRoute<{ param: { id: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/rulebooks/{id}',
      tags: ['rules'],
      summary: 'One rulebook in full: everything but its function',
      request: {
        params: z.object({
          id: z.string().openapi({ example: 'terms', enum: [...IDS] }),
        }),
      },
      responses: { 200: jsonOf(rulebookSchema, 'It'), ...problems(404) },
    }),
    ({ param: { id } }) => {
      const rulebook = RULEBOOKS.find((one) => one.id === id)
      if (rulebook === undefined)
        throw notFound(
          `rulebook "${id}"; there are ${IDS.join(', ')}`,
          'unknown_rulebook',
        )
      return ok(describeRulebook(rulebook))
    },
  )
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/coverage',
      tags: ['evidence'],
      summary: 'What became of everything that the catalogs list',
      responses: { 200: jsonOf(coverageSchema, 'This slot of six hours') },
    }),
    async () => ok(await coverageOf(service)),
  )
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/lists',
      tags: ['evidence'],
      summary: 'Source, date, digest, count and freshness of every list',
      responses: { 200: jsonOf(listsSchema, 'They') },
    }),
    async () => ok({ lists: await listsStatus(store, now()) }),
  )
  return routes
}

async function coverageOf({
  store,
}: Service): Promise<z.input<typeof coverageSchema>> {
  const slot = Math.floor((await store.now()) / SLOT_MS)
  const [coverage, passes] = await Promise.all([
    store.coverage(slot),
    store.passes(PASSES),
  ])
  const { listed, hosts, probed, deferred, excluded } = coverage
  return {
    slot: { from: isoOf(slot * SLOT_MS), until: isoOf((slot + 1) * SLOT_MS) },
    ...{ listed, hosts, probed, deferred },
    excluded: { ...excluded },
    catalogs: passes.map((pass) => ({
      source: pass.source,
      status: pass.status,
      started_at: isoOf(pass.started_at),
      finished_at: pass.finished_at === null ? null : isoOf(pass.finished_at),
      reported_total: pass.reported_total,
      read: pass.read,
      kept: pass.kept,
      excluded: { ...pass.excluded },
    })),
  }
}
