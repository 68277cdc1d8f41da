import { reportSchema } from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import { dressedJson } from '../http/front.js'
import { announcesTooMuch, LIMITS, tooLarge } from '../http/limits.js'
import type { QuickAnswers } from '../http/quick.js'
import { ProblemError } from '../problem.js'
import { digestOfText, type Preflight } from './preflight.js'
import { type PreflightRequest, preflightSchema } from './preflight-request.js'
import { addRoute, createRoutes, invalidRequest, ok } from './routes.js'
import { EXAMPLE, methodSchema, problems, urlSchema } from './schemas.js'

const answerSchema = reportSchema
  .extend({
    receipt: z.string().nullable().openapi({
      description:
        'The signed report: a compact JWS (EdDSA), keys at /.well-known/jwks.json',
    }),
  })
  .openapi('PreflightAnswer')

const answered = {
  200: {
    description: 'The report, and its receipt',
    content: { 'application/json': { schema: answerSchema } },
  },
  ...problems(400, 413, 429, 503),
}

const querySchema = z.object({
  url: urlSchema,
  method: methodSchema.optional(),
  price_usd: z.string().optional().openapi({ example: '0.01' }),
  pay_to: z.string().optional().openapi({ example: EXAMPLE.wallet }),
  network: z.string().optional().openapi({ example: EXAMPLE.network }),
  rulebooks: z
    .string()
    .optional()
    .openapi({ description: 'Separated by commas', example: 'terms' }),
  audience: z.string().optional(),
  expires_in: z.coerce.number().optional().openapi({ example: 300 }),
})

const batchSchema = z
  .object({
    requests: z
      .array(z.unknown())
      .min(1)
      .max(100)
      .openapi({
        type: 'array',
        items: { $ref: '#/components/schemas/PreflightRequest' },
      }),
  })
  .openapi('PreflightBatch', { example: { requests: [{ url: EXAMPLE.url }] } })

const batchAnswerSchema = z
  .object({
    answers: z.array(
      z.object({
        index: z.int(),
        report: answerSchema.optional(),
        problem: z.looseObject({ code: z.string() }).optional(),
      }),
    ),
  })
  .openapi('PreflightBatchAnswer')

/** `POST /v1/preflight`, `GET /v1/preflight`, `POST /v1/preflight/batch`. */
export function preflightRoutes(preflight: Preflight): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  const send = async (request: PreflightRequest, c: ServiceContext) => {
    const answer = await preflight.answer(request, c.get('caller'))
    const digest = c.get('requestDigest')
    if (digest !== undefined) preflight.keep(digest, answer)
    return dressedJson(c, answer.bytes)
  }
  addRoute<{ json: PreflightRequest }>(
    routes,
    createRoute({
      method: 'post',
      path: '/v1/preflight',
      tags: ['preflight'],
      summary: 'Check a payment before it is made',
      request: {
        body: {
          required: true,
          content: { 'application/json': { schema: preflightSchema } },
        },
      },
      responses: answered,
    }),
    ({ json }, c) => send(json, c),
  )
  addRoute<{ query: z.output<typeof querySchema> }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/preflight',
      tags: ['preflight'],
      summary: 'The same for simple cases',
      request: { query: querySchema },
      responses: answered,
    }),
    ({ query }, c) => send(requestOfQuery(query), c),
  )
  addRoute<{ json: { requests: unknown[] } }>(
    routes,
    createRoute({
      method: 'post',
      path: '/v1/preflight/batch',
      tags: ['preflight'],
      summary: 'Up to 100 at once; one that fails does not fail the others',
      request: {
        body: {
          required: true,
          content: { 'application/json': { schema: batchSchema } },
        },
      },
      responses: {
        200: {
          description: 'In the order of the requests',
          content: { 'application/json': { schema: batchAnswerSchema } },
        },
        ...problems(400, 413, 429, 503),
      },
    }),
    async ({ json }, c) => ok(await batch(json.requests, c, preflight)),
  )
  return routes
}

/**
 * Answers what was answered a moment ago before anything of the request is
 * read but its bytes. Mounted right behind the front.
 */
export function keptAnswers(preflight: Preflight): {
  readonly post: MiddlewareHandler<ServiceEnv>
  readonly get: MiddlewareHandler<ServiceEnv>
  readonly quick: Omit<QuickAnswers, 'telling'>
} {
  const answer = (c: ServiceContext, digest: string) => {
    c.set('requestDigest', digest)
    const kept = preflight.ready(digest)
    return kept === undefined ? undefined : dressedJson(c, kept.bytes)
  }
  return {
    quick: {
      ...{ path: '/v1/preflight', bodyBytes: LIMITS.bodyBytes },
      find: (body) => preflight.ready(keyOf(`POST ${body}`)),
    },
    post: async (c, next) => {
      if (announcesTooMuch(c)) return tooLarge(c)
      // A body of unknown length is counted by the limits that follow.
      if (c.req.header('transfer-encoding') !== undefined) return next()
      const digest = keyOf(`POST ${await c.req.text()}`)
      return answer(c, digest) ?? next()
    },
    get: async (c, next) => {
      const { url } = c.req
      const at = url.indexOf('?')
      if (at < 0) return next()
      return answer(c, keyOf(`GET ${url.slice(at)}`)) ?? next()
    },
  }
}

function requestOfQuery(query: z.output<typeof querySchema>): PreflightRequest {
  const { url, method, price_usd, pay_to, network } = query
  const { rulebooks, audience, expires_in } = query
  return readRequest({
    url,
    method,
    expected: { price_usd, pay_to, network },
    rulebooks: rulebooks?.split(','),
    options: { audience, expires_in },
  })
}

function readRequest(given: unknown): PreflightRequest {
  const read = preflightSchema.safeParse(given)
  if (read.success) return read.data
  throw invalidRequest(read.error, 'query')
}

async function batch(
  requests: readonly unknown[],
  c: Context<ServiceEnv>,
  preflight: Preflight,
) {
  const caller = c.get('caller')
  const answers = await Promise.all(
    requests.map(async (given, index) => {
      try {
        const answer = await preflight.answer(readRequest(given), caller)
        return { index, report: JSON.parse(textOf(answer.bytes)) }
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        return { index, problem: error.problem }
      }
    }),
  )
  return { answers }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Short texts are their own keys: that is quicker than a digest of them. */
function keyOf(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : digestOfText(text)
}

const MOST_CHARACTERS = 2_048
