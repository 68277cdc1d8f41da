import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServiceEnv } from '../answer.js'
import { shownObjectionSchema } from '../objections/schemas.js'
import { shownObjections } from '../objections/shown.js'
import type { Service } from '../service.js'
import { formOf } from '../surfaces/page/respond.js'
import { addRoute, createRoutes, notFound, ok } from '../unified/routes.js'
import { problems } from '../unified/schemas.js'
import { listReceipts } from './list-receipts.js'
import { publicReceipt } from './public-receipt.js'
import { receiptPage } from './receipt-page.js'
import {
  jwksSchema,
  publicReceiptSchema,
  publicReceiptsSchema,
  type ReceiptListQuery,
  receiptListSchema,
  receiptsByUrlSchema,
} from './schemas.js'

/**
 * `GET /v1/receipts`, `GET /v1/receipts/by-url?url=`, `GET /v1/receipts/{id}`
 * (JSON, or a page for a browser) and `GET /.well-known/jwks.json`.
 */
export function receiptRoutes(
  service: Pick<Service, 'store' | 'signer'>,
): OpenAPIHono<ServiceEnv> {
  const { store } = service
  const routes = createRoutes()
  const list = async ({ query }: { query: ReceiptListQuery }) =>
    ok(await listReceipts(store, query))
  addRoute(routes, LIST, list)
  addRoute(routes, BY_URL, list)
  addRoute<{ param: { id: string } }>(routes, ONE, async ({ param }, c) => {
    const stored = ID.test(param.id) ? await store.receipt(param.id) : undefined
    if (stored === undefined) throw notFound('receipt of that id')
    const receipt = publicReceipt(stored)
    const said = await shownObjections(store, stored.host)
    const objections = said.filter(({ about }) =>
      [null, receipt.id, receipt.url].includes(about),
    )
    return formOf(c, ['json', 'html'], 'json') === 'html'
      ? c.html(receiptPage(receipt, objections), 200, { vary: 'accept' })
      : ok({ ...receipt, objections }, { vary: 'accept' })
  })
  addRoute(routes, KEYS, () =>
    // Short enough that a rotated key is known before it signs.
    ok(service.signer?.jwks() ?? { keys: [] }, {
      'cache-control': 'public, max-age=60',
    }),
  )
  return routes
}

const ID = /^[0-9a-f]{32}$/

const tags = ['receipts']

function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

const LIST = createRoute({
  method: 'get',
  path: '/v1/receipts',
  tags,
  summary: 'Receipts, newest first, without what callers supplied',
  request: { query: receiptListSchema },
  responses: { 200: json('A page', publicReceiptsSchema), ...problems(400) },
})

const BY_URL = createRoute({
  method: 'get',
  path: '/v1/receipts/by-url',
  tags,
  summary: 'Receipts of one URL, whatever its query values',
  request: { query: receiptsByUrlSchema },
  responses: { 200: json('A page', publicReceiptsSchema), ...problems(400) },
})

const ONE = createRoute({
  method: 'get',
  path: '/v1/receipts/{id}',
  tags,
  summary: 'One receipt: JSON, or a page for a browser',
  request: {
    params: z.object({
      id: z.string().openapi({ example: '0f8fad5bd9cb469fa165708672897c3a' }),
    }),
  },
  responses: {
    200: {
      description: 'The receipt',
      content: {
        'application/json': {
          schema: publicReceiptSchema.extend({
            objections: z.array(shownObjectionSchema),
          }),
        },
        'text/html': { schema: z.string() },
      },
    },
    ...problems(404),
  },
})

const KEYS = createRoute({
  method: 'get',
  path: '/.well-known/jwks.json',
  tags,
  summary: 'The public keys that receipts are signed with',
  responses: { 200: json('A JWKS', jwksSchema) },
})
