import { reportSchema } from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { StoredCheck } from '../../store/store.js'
import type { ServiceEnv } from '../answer.js'
import type { Service } from '../service.js'
import { jsonOf } from './directory-routes.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import { EXAMPLE, idSchema, problems } from './schemas.js'

const params = z.object({ id: idSchema.openapi({ example: EXAMPLE.id }) })

/** Whoever has the id may read it: it is 128 random bits. It is in no list. */
const HEADERS = { 'cache-control': 'private, max-age=300' } as const

/** `/v1/reports/{id}` and its bundle, for `assay replay`. */
export function reportRoutes({ store }: Service): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  const find = async (id: string): Promise<StoredCheck> => {
    const check = await store.check(id)
    if (check === undefined) throw notFound(`report ${id}`, 'unknown_report')
    return check
  }
  addRoute<{ param: { id: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/reports/{id}',
      tags: ['evidence'],
      summary: 'A report as it was given',
      request: { params },
      responses: {
        200: jsonOf(reportSchema.extend({}).openapi('Report'), 'It'),
        ...problems(400, 404),
      },
    }),
    async ({ param }) => ok((await find(param.id)).report, HEADERS),
  )
  addRoute<{ param: { id: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/reports/{id}/bundle',
      tags: ['evidence'],
      summary:
        'Everything that a report was made of: assay replay recomputes it',
      request: { params },
      responses: {
        200: jsonOf(
          z.looseObject({}).openapi('Bundle', { type: 'object' }),
          'Canonical JSON',
        ),
        ...problems(400, 404),
      },
    }),
    async ({ param }) => {
      const { bundle } = await find(param.id)
      if (bundle === null)
        throw notFound(`bundle of ${param.id}`, 'bundle_not_kept')
      return new Response(bundle, {
        headers: { 'content-type': 'application/json', ...HEADERS },
      })
    },
  )
  return routes
}
