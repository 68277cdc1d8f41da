import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { ServiceEnv } from '../answer.js'
import type { Service } from '../service.js'
import { addRoute, createRoutes, ok } from '../unified/routes.js'
import { problems } from '../unified/schemas.js'
import { hostIn, newChallenge } from './challenge.js'
import { objectTo } from './object.js'
import { refuse } from './refuse.js'
import {
  type ObjectionRequest,
  objectionChallengeSchema,
  objectionHostSchema,
  objectionSchema,
  objectionsSchema,
  shownObjectionSchema,
} from './schemas.js'
import { shownObjection, shownObjections } from './shown.js'

/**
 * `GET /v1/objections/challenge?host=` (a fresh nonce and what to sign),
 * `POST /v1/objections` (201) and `GET /v1/objections?host=` (the dated log).
 */
export function objectionRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  addRoute<Host>(routes, CHALLENGE, ({ query }) =>
    ok(newChallenge(service, hostIn(query.host) ?? refuse('host')), {
      'cache-control': 'no-store',
    }),
  )
  addRoute<Host>(routes, LOG, async ({ query }) => {
    const host = hostIn(query.host) ?? refuse('host')
    const objections = await shownObjections(service.store, host)
    return ok({ host, objections })
  })
  addRoute<{ json: ObjectionRequest }>(routes, OBJECT, async ({ json }) => ({
    status: 201,
    body: shownObjection(await objectTo(service, json)),
  }))
  return routes
}

type Host = { query: { host: string } }

const tags = ['objections']

const CHALLENGE = createRoute({
  method: 'get',
  path: '/v1/objections/challenge',
  tags,
  summary: 'What to sign, or to put into a file, to speak for a host',
  request: { query: objectionHostSchema },
  responses: {
    200: {
      description: 'Good for 10 minutes, once',
      content: { 'application/json': { schema: objectionChallengeSchema } },
    },
    ...problems(400),
  },
})

const LOG = createRoute({
  method: 'get',
  path: '/v1/objections',
  tags,
  summary: "What a host's owner has objected, newest first",
  request: { query: objectionHostSchema },
  responses: {
    200: {
      description: 'The dated log',
      content: { 'application/json': { schema: objectionsSchema } },
    },
    ...problems(400),
  },
})

const OBJECT = createRoute({
  method: 'post',
  path: '/v1/objections',
  tags,
  summary: "Put a seller's own words beside the evidence",
  description: 'Needs proof of control of the host. Never changes a verdict.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: objectionSchema } },
    },
  },
  responses: {
    201: {
      description: 'It stands beside the evidence',
      content: { 'application/json': { schema: shownObjectionSchema } },
    },
    ...problems(400, 403, 404, 409, 429),
  },
})
