import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openMarket } from './market.js'
import type { SellerDefinition } from './seller.js'
import { ask } from './sellers/common.js'
import { FAIR_SELLERS } from './sellers/fair.js'

const [HONEST] = FAIR_SELLERS as [SellerDefinition]

describe('openMarket', () => {
  test('behavior: a seller that cannot be set up leaves no port open', async () => {
    const port = await freePort()
    const network = 'eip155:1' as 'eip155:8453'
    const asks = [{ ...ask('0.01', HONEST.listing.pay_to), network }]
    const sellers: SellerDefinition[] = [
      { ...HONEST, behaviour: { kind: 'charge', asks } },
    ]
    const options = { host: '127.0.0.1', port, clock: () => 0 }
    await expect(openMarket({ ...options, sellers })).rejects.toThrow(
      'Facilitator does not support scheme "exact" on network "eip155:1"',
    )
    const market = await openMarket({ ...options, sellers: [HONEST] })
    await market.close()
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) =>
    server.listen({ host: '127.0.0.1', port: 0 }, resolve),
  )
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
