import { isEvmAddress, isSolanaAddress, mapNetwork } from '@assay402/core'
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { readSettlementLists } from '../../known/settled-figures.js'
import { isoOf } from '../../questions/iso.js'
import type { ServiceEnv } from '../answer.js'
import { remembered } from '../remembered.js'
import type { Service } from '../service.js'
import { jsonOf } from './directory-routes.js'
import { endpointSchema, endpointView } from './endpoint-view.js'
import { addRoute, createRoutes, notFound, ok } from './routes.js'
import { EXAMPLE, problems, timeSchema } from './schemas.js'
import { verdictSchema } from './verdict-schema.js'

const MOST_ENDPOINTS = 200

const params = z.object({
  address: z
    .string()
    .refine(isWallet, 'no EVM or Solana address')
    .openapi({ example: EXAMPLE.wallet }),
})

const networkQuery = z.object({
  network: z.string().max(256).optional().openapi({
    description: 'Base or Solana mainnet when absent',
    example: EXAMPLE.network,
  }),
})

const walletSchema = z
  .object({
    address: z.string(),
    as_of: timeSchema,
    network: z.string().nullable(),
    settlements: z.looseObject({ status: z.string() }),
    counterparty: verdictSchema,
    merchant: verdictSchema.nullable(),
    reputation: z.array(verdictSchema),
    endpoints: z.array(endpointSchema),
    endpoints_total: z.int(),
  })
  .openapi('Wallet')

const payersSchema = z
  .object({
    address: z.string(),
    network: z.string(),
    at: timeSchema,
    lists: z.looseObject({}).openapi({
      type: 'object',
      description:
        'Totals, payers with their shares, days, loops, cohorts; what was left out is counted',
    }),
  })
  .openapi('WalletPayers')

/** `/v1/wallets/{address}` and its payers: from what is stored. */
export function walletRoutes(service: Service): OpenAPIHono<ServiceEnv> {
  const routes = createRoutes()
  addRoute<{ param: { address: string } }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/wallets/{address}',
      tags: ['directory'],
      summary: 'A seller by its wallet, judged from what is stored',
      request: { params },
      responses: { 200: jsonOf(walletSchema, 'It'), ...problems(400, 404) },
    }),
    async ({ param }) => ok(await walletOf(service, param.address)),
  )
  addRoute<{
    param: { address: string }
    query: { network?: string | undefined }
  }>(
    routes,
    createRoute({
      method: 'get',
      path: '/v1/wallets/{address}/payers',
      tags: ['directory'],
      summary: 'Who paid a wallet, how much, and what came back',
      request: { params, query: networkQuery },
      responses: { 200: jsonOf(payersSchema, 'They'), ...problems(400, 404) },
    }),
    async ({ param: { address }, query }) => {
      const usual = isEvmAddress(address) ? 'base' : 'solana'
      const network = mapNetwork(query.network ?? usual).id
      const { store } = service
      const found = await readSettlementLists(store, network, address)
      if (found === undefined)
        throw notFound(
          `settlement of ${address} on ${network} that was read`,
          'settlements_not_read',
        )
      return ok({ address, network, at: isoOf(found.at), lists: found.lists })
    },
  )
  return routes
}

async function walletOf(
  service: Service,
  address: string,
): Promise<z.input<typeof walletSchema>> {
  const { store } = service
  const [score, endpoints] = await Promise.all([
    remembered(service).scoreOf(address),
    store.endpointsOfWallet(address),
  ])
  if (score === undefined)
    throw notFound(
      `wallet ${address} that anything is known of`,
      'unknown_wallet',
    )
  const { as_of, network, settlements, counterparty, merchant } = score
  return {
    ...{ address, as_of, network, settlements },
    counterparty: counterparty as Record<string, unknown>,
    merchant: merchant as Record<string, unknown> | null,
    reputation: score.reputation.map((one) => ({ ...one })),
    endpoints: endpoints.slice(0, MOST_ENDPOINTS).map(endpointView),
    endpoints_total: endpoints.length,
  }
}

function isWallet(address: string): boolean {
  return isEvmAddress(address) || isSolanaAddress(address)
}
