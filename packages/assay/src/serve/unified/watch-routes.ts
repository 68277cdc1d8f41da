import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { isoOf } from '../../questions/iso.js'
import type { Watch } from '../../store/store.js'
import {
  createWatch,
  WATCH_LIMITS,
  WatchRefused,
} from '../../watch/create-watch.js'
import { isLookedAt } from '../../watch/is-looked-at.js'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { jsonOf } from './directory-routes.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import { EXAMPLE, idSchema, problems, timeSchema } from './schemas.js'

const wishSchema = z
  .object({
    subject: z.string().min(1).max(4_200).openapi({
      description: 'A resource ("GET https://…"), or an origin',
      example: EXAMPLE.resource,
    }),
    webhook: z.string().min(1).max(2_048).openapi({
      description: 'https; events are posted there, signed (HMAC-SHA-256)',
      example: 'https://hooks.example.com/assay',
    }),
  })
  .openapi('WatchWish', {
    example: {
      subject: EXAMPLE.resource,
      webhook: 'https://hooks.example.com/assay',
    },
  })

const watchSchema = z
  .object({
    id: z.string(),
    subject: z.string(),
    webhook: z.string(),
    created_at: timeSchema,
    expires_at: timeSchema,
  })
  .openapi('Watch')

const madeSchema = watchSchema
  .extend({
    secret: z.string().openapi({
      description: 'Of the signatures; it is shown this once',
    }),
    looked_at: z.boolean().openapi({
      description:
        'False: no catalog lists it, so the crawler does not look at it',
    }),
  })
  .openapi('NewWatch')

const security = [{ api_key: [] }]

/** `/v1/watches`: to be told when what is paid for changes. Needs a key. */
export function watchRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const { store } = service
  const routes = createRoutes()
  addRoute<{ json: z.output<typeof wishSchema> }>(
    routes,
    createRoute({
      method: 'post',
      path: '/v1/watches',
      tags: ['watches'],
      summary: `Watch a resource or an origin for 90 days; at most ${WATCH_LIMITS.watches} a key`,
      security,
      request: {
        body: {
          required: true,
          content: { 'application/json': { schema: wishSchema } },
        },
      },
      responses: {
        201: jsonOf(madeSchema, 'The watch, and the secret of its signatures'),
        ...problems(400, 401, 409),
      },
    }),
    async ({ json }, c) => {
      const watch = await watchFor(service, ownerOf(c), json)
      return {
        status: 201,
        body: {
          ...watchView(watch),
          secret: watch.secret,
          looked_at: await isLookedAt(store, watch.subject),
        },
      }
    },
  )
  addRoute(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/watches',
      tags: ['watches'],
      summary: 'The watches of your key',
      security,
      responses: {
        200: jsonOf(
          z.object({ watches: z.array(watchSchema) }).openapi('Watches'),
          'They, without their secrets',
        ),
        ...problems(401),
      },
    }),
    async (_, c) => {
      const watches = await store.watchesOf(ownerOf(c))
      return ok({ watches: watches.map(watchView) })
    },
  )
  addRoute<{ param: { id: string } }>(
    routes,
    createRoute({
      method: 'delete',
      path: '/v1/watches/{id}',
      tags: ['watches'],
      summary: 'End a watch',
      security,
      request: {
        params: z.object({ id: idSchema.openapi({ example: EXAMPLE.id }) }),
      },
      responses: {
        204: { description: 'It has ended' },
        ...problems(400, 401, 404),
      },
    }),
    async ({ param }, c) => {
      if (!(await store.dropWatch(param.id, ownerOf(c))))
        throw notFound(`watch ${param.id} of this key`, 'unknown_watch')
      return { status: 204, body: null }
    },
  )
  return routes
}

function watchView(watch: Watch): z.input<typeof watchSchema> {
  const { id, subject, webhook, created_at, expires_at } = watch
  return {
    ...{ id, subject, webhook },
    created_at: isoOf(created_at),
    expires_at: isoOf(expires_at),
  }
}

function ownerOf(c: ServiceContext): string {
  const { key } = c.get('caller')
  if (key !== null) return key.id
  throw new ProblemError({
    status: 401,
    code: 'key_needed',
    detail: 'a watch belongs to an API key: send one as a bearer token',
    field: 'authorization',
    example: 'Authorization: Bearer KEY (POST /destination/v1/keys gives one)',
  })
}

async function watchFor(
  { store, now, randomBytes, settings }: Service,
  owner: string,
  wish: z.output<typeof wishSchema>,
): Promise<Watch> {
  const allowHosts = new Set(settings.allowHosts)
  const tools = { now, randomBytes, allowHosts }
  try {
    return await createWatch(store, { owner, ...wish }, tools)
  } catch (error) {
    if (!(error instanceof WatchRefused)) throw error
    const { field, message } = error
    throw field === 'owner'
      ? new ProblemError({
          status: 409,
          code: 'too_many_watches',
          detail: message,
        })
      : new ProblemError({
          status: 400,
          code: 'invalid_request',
          detail: `${field}: ${message}`,
          field,
          example:
            field === 'subject'
              ? EXAMPLE.resource
              : 'https://hooks.example.com/assay',
        })
  }
}
