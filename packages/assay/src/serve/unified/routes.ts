import type { RouteConfig } from '@hono/zod-openapi'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Answer, ServiceContext, ServiceEnv } from '../answer.js'
import { ProblemError } from '../problem.js'
import { EXAMPLE } from './schemas.js'

/** A part of the API; what its schemas refuse becomes a problem. */
export function createRoutes(): OpenAPIHono<ServiceEnv> {
  return new OpenAPIHono<ServiceEnv>({
    defaultHook: (result, c) => {
      if (result.success) return
      throw invalidRequest(result.error, result.target, c)
    },
  })
}

/** What the schemas of a route made of a request. */
export type Valid = {
  readonly json: unknown
  readonly query: unknown
  readonly param: unknown
}

/**
 * Adds a route whose handler gives an answer. The schemas of the route check
 * what comes in; what goes out is held to them by the tests.
 */
export function addRoute<Inputs extends Partial<Valid>>(
  routes: OpenAPIHono<ServiceEnv>,
  route: RouteConfig,
  handle: (
    inputs: Inputs,
    c: ServiceContext,
  ) => Promise<Answer<unknown> | Response> | Answer<unknown> | Response,
): void {
  routes.openapi(route, (async (c: ServiceContext) => {
    const valid = (target: keyof Valid) =>
      (c.req as unknown as { valid(target: string): unknown }).valid(target)
    const inputs = {
      ...(route.request?.body !== undefined && { json: valid('json') }),
      ...(route.request?.query !== undefined && { query: valid('query') }),
      ...(route.request?.params !== undefined && { param: valid('param') }),
    } as Inputs
    return responseOf(await handle(inputs, c))
  }) as never)
}

/** An answer as it goes out: JSON, unless it is a response already. */
export function responseOf(answer: Answer<unknown> | Response): Response {
  if (answer instanceof Response) return answer
  const { status, body, headers } = answer
  if (body === null && status === 204)
    return new Response(null, { status, headers: { ...headers } })
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** 200 with a body. */
export function ok<Body>(
  body: Body,
  headers?: Readonly<Record<string, string>>,
): Answer<Body> {
  return headers === undefined
    ? { status: 200, body }
    : { status: 200, body, headers }
}

/** 404, in the words of what was asked for. */
export function notFound(what: string, code = 'not_found'): ProblemError {
  return new ProblemError({ status: 404, code, detail: `there is no ${what}` })
}

/** The first thing that a schema refused, with what would have been right. */
export function invalidRequest(
  error: z.ZodError,
  target: string,
  c?: { req: { header(name: string): string | undefined } },
): ProblemError {
  if (target === 'json' && c !== undefined && !isJson(c))
    return new ProblemError({
      status: 415,
      code: 'unsupported_media_type',
      detail: 'send the body as content-type: application/json',
    })
  const issue = error.issues[0]
  const path = (issue?.path ?? []).map(String)
  const field = path.join('.')
  const name = path.findLast((part) => part in EXAMPLES)
  return new ProblemError({
    status: 400,
    code: 'invalid_request',
    detail: `${field === '' ? 'the request' : field}: ${issue?.message ?? 'unreadable'}`,
    field: field === '' ? undefined : field,
    example: name === undefined ? undefined : EXAMPLES[name],
  })
}

function isJson(c: {
  req: { header(name: string): string | undefined }
}): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(
    c.req.header('content-type') ?? '',
  )
}

/** What would have been right, by the name of the field. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  url: EXAMPLE.url,
  urls: [EXAMPLE.url],
  method: 'POST',
  price_usd: '0.01',
  max_price_usd: '0.05',
  min_score: 70,
  pay_to: EXAMPLE.wallet,
  address: EXAMPLE.wallet,
  network: EXAMPLE.network,
  policy: { max_per_payment_usd: '0.10' },
  rulebooks: ['terms', 'destination'],
  audience: 'my-agent',
  expires_in: 300,
  skew_s: 30,
  challenge: { status: 402, headers: { 'payment-required': '…' }, body: '{}' },
  requests: [{ url: EXAMPLE.url }],
  id: EXAMPLE.id,
  host: 'api.example.com',
  limit: 20,
  sort: 'score',
  subject: EXAMPLE.resource,
  webhook: 'https://hooks.example.com/assay',
}
