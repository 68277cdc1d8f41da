import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServiceContext, ServiceEnv } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { addRoute, createRoutes, ok } from '../unified/routes.js'
import { problems } from '../unified/schemas.js'
import { accountOf } from './account.js'

/** Of one ledger, and of one request. */
const LIMITS = { page: 5_000, events: 200, ledger: 500_000 } as const

/**
 * The spend ledger of the guards that share a key: `GET /v1/ledger?after=` →
 * `{ events, position }`; `POST /v1/ledger { after, events }` appends, or
 * answers 409 when something stands after `after`. Key needed.
 */
export function ledgerRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const { store } = service
  const routes = createRoutes()
  addRoute<{ query: { after: string } }>(routes, READ, async ({ query }, c) => {
    const after = Number(query.after)
    const account = accountFor(service, c)
    const read = await store.spendEvents(account, after, LIMITS.page)
    const last = read.at(-1)?.position ?? after
    const events = read.map(({ event }) => event)
    return ok({ events, position: String(last) }, PRIVATE)
  })
  addRoute<{ json: Append }>(routes, APPEND, async ({ json }, c) => {
    const after = Number(json.after)
    if (after + json.events.length > LIMITS.ledger) throw full()
    const account = accountFor(service, c)
    const position = await store.appendSpendEvents(account, after, json.events)
    if (position === undefined) throw moved()
    return ok({ position: String(position) }, PRIVATE)
  })
  return routes
}

const PRIVATE = { 'cache-control': 'no-store' } as const

const position = z
  .string()
  .regex(/^\d{1,15}$/, 'not a position that we gave')
  .openapi({ example: '0' })

// What an event means is the guard's own affair: newer guards write newer ones.
const event = z.looseObject({
  e: z.string().min(1).max(32),
  at: z.number().min(0),
})

const appendSchema = z
  .object({
    after: position.openapi({ description: '`position` of the newest read' }),
    events: z.array(event).min(1).max(LIMITS.events),
  })
  .openapi('LedgerAppend', {
    example: { after: '0', events: [{ e: 'reserve', at: 1_796_040_000_000 }] },
  })

type Append = z.output<typeof appendSchema>

const tags = ['ledger']
const security = [{ bearer: [] }]

const READ = createRoute({
  method: 'get',
  path: '/v1/ledger',
  tags,
  security,
  summary: 'Events of the spend ledger that the key names',
  request: { query: z.object({ after: position.default('0') }) },
  responses: {
    200: {
      description: 'Those after a position, in order',
      content: {
        'application/json': {
          schema: z
            .object({ events: z.array(event), position })
            .openapi('LedgerPage'),
        },
      },
    },
    ...problems(400, 401),
  },
})

const APPEND = createRoute({
  method: 'post',
  path: '/v1/ledger',
  tags,
  security,
  summary: 'Append to the spend ledger that the key names',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: appendSchema } },
    },
  },
  responses: {
    200: {
      description: 'Appended',
      content: {
        'application/json': {
          schema: z.object({ position }).openapi('LedgerPosition'),
        },
      },
    },
    ...problems(400, 401, 409, 413),
  },
})

function accountFor(service: Service, c: ServiceContext): string {
  const account = accountOf(service.settings, c.get('caller'), {
    authorization: c.req.header('authorization'),
  })
  if (account !== undefined) return account
  throw new ProblemError({
    status: 401,
    code: 'key_needed',
    detail:
      'a ledger is named by a key: authorization: Bearer KEY; POST /destination/v1/keys gives one',
    field: 'authorization',
    example: 'Bearer …',
  })
}

function moved(): ProblemError {
  return new ProblemError({
    status: 409,
    code: 'ledger_moved',
    detail: 'something stands after that position: read again',
    field: 'after',
  })
}

function full(): ProblemError {
  return new ProblemError({
    status: 413,
    code: 'ledger_full',
    detail: `a ledger holds ${LIMITS.ledger} events: go on with another key`,
  })
}
