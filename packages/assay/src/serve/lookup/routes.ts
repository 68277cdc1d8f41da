import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServiceEnv } from '../answer.js'
import { ProblemError } from '../problem.js'
import type { Service } from '../service.js'
import { addRoute, createRoutes, ok } from '../unified/routes.js'
import { problems } from '../unified/schemas.js'
import { LEAST_ENTRIES, prefixDigits } from './buckets.js'
import type { LookupIndex } from './index-of.js'
import { createLookup, LOOKUP_KINDS, type LookupKind } from './lookup.js'

/**
 * `GET /v1/lookup` says how long a prefix is to be; `POST /v1/lookup` gives all
 * that is known of whatever begins so: we never learn what was meant.
 */
export function lookupRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  const lookup = createLookup(service)
  addRoute(routes, LENGTHS, async () => {
    const { as_of, indexes } = await lookup()
    const { resource, wallet } = indexes
    return ok(
      {
        as_of,
        hash: 'SHA-256',
        least_entries: LEAST_ENTRIES,
        kinds: { resource: figuresOf(resource), wallet: figuresOf(wallet) },
      },
      // Compressed, what differs would show by its length again.
      { 'cache-control': 'no-store, no-transform' },
    )
  })
  addRoute<{ json: Asked }>(routes, LOOKUP, async ({ json }) => {
    const { kind, prefix } = json
    const index = (await lookup()).indexes[kind]
    const text = index.answer(prefix)
    if (text === undefined) throw otherLength(index)
    return new Response(text, {
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store, no-transform',
      },
    })
  })
  return routes
}

const askedSchema = z
  .object({
    kind: z.enum(LOOKUP_KINDS).openapi({
      description:
        '`resource`: METHOD, a space, the URL. `wallet`: eip155:0x… in lower case, or solana:…',
    }),
    prefix: z.string().max(8).openapi({
      description:
        'The first `prefix_bits` bits of the SHA-256, as `prefix_digits` lower-case hex digits with zero bits behind',
    }),
  })
  .openapi('LookupRequest', { example: { kind: 'resource', prefix: '' } })

type Asked = { readonly kind: LookupKind; readonly prefix: string }

const figuresSchema = z.object({
  prefix_bits: z.int(),
  prefix_digits: z.int(),
  entries: z.int(),
  smallest_bucket: z.int(),
  answer_bytes: z.int(),
})

const lengthsSchema = z
  .object({
    as_of: z.string(),
    hash: z.literal('SHA-256'),
    least_entries: z.int(),
    kinds: z.object({ resource: figuresSchema, wallet: figuresSchema }),
  })
  .openapi('LookupLengths')

const answerSchema = z
  .object({
    kind: z.enum(LOOKUP_KINDS),
    as_of: z.string(),
    prefix: z.string(),
    prefix_bits: z.int(),
    entries: z.array(
      z.looseObject({
        id: z.string().openapi({
          description: 'The first 32 hex digits of the SHA-256',
        }),
      }),
    ),
    padding: z.string(),
  })
  .openapi('LookupAnswer')

const tags = ['lookup']

const LENGTHS = createRoute({
  method: 'get',
  path: '/v1/lookup',
  tags,
  summary: 'How long the prefix of a private look-up is',
  responses: {
    200: {
      description: 'Every bucket holds at least 32, or there is only one',
      content: { 'application/json': { schema: lengthsSchema } },
    },
  },
})

const LOOKUP = createRoute({
  method: 'post',
  path: '/v1/lookup',
  tags,
  summary: 'Look something up without saying what',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: askedSchema } },
    },
  },
  responses: {
    200: {
      description: 'All that begins so; every answer of a kind is as long',
      content: { 'application/json': { schema: answerSchema } },
    },
    ...problems(400),
  },
})

function figuresOf({ bits, entries, smallest, bytes }: LookupIndex) {
  return {
    prefix_bits: bits,
    prefix_digits: prefixDigits(bits),
    entries,
    smallest_bucket: smallest,
    answer_bytes: bytes,
  }
}

function otherLength({ bits }: LookupIndex): ProblemError {
  return new ProblemError({
    status: 400,
    code: 'prefix_length',
    detail: `the prefix has ${bits} bits now, in ${prefixDigits(bits)} hex digits with zero bits behind; GET /v1/lookup says so`,
    field: 'prefix',
    example: '0'.repeat(prefixDigits(bits)),
  })
}
