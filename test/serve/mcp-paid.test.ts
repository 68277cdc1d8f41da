import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Running,
  startService,
} from '../../packages/assay/src/serve/testing/running.js'
import { accountOf } from '../chain/accounts.js'
import { type Chain, NETWORK, startChain, whyNoChain } from '../chain/chain.js'

const missing = whyNoChain()
const OWN = accountOf('our own wallet').address
const WALLET = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const PRICE = 10_000n

let chain: Chain

describe.skipIf(missing !== undefined)(`paid tools ${missing ?? ''}`, () => {
  beforeAll(async () => {
    chain = await startChain()
    await chain.fund(chain.buyer.address, 1_000_000n)
  })
  afterAll(() => chain?.close())

  async function connected(): Promise<{ running: Running; client: Client }> {
    const running = await startService({
      settings: { payTo: { [NETWORK]: OWN } },
      parts: { facilitator: chain.facilitator },
    })
    const client = new Client({ name: 'test', version: '1' })
    const at = new URL(`${running.url}/merchant/mcp`)
    const transport = new StreamableHTTPClientTransport(at)
    // The SDK's type of a session id is not exact about undefined.
    await client.connect(transport as Parameters<Client['connect']>[0])
    return { running, client }
  }

  const check = (client: Client, wallet: string, payment?: unknown) =>
    client.callTool({
      name: 'check_merchant',
      arguments: { merchant_wallet_address: wallet, price: '0.01' },
      ...(payment !== undefined && { _meta: { 'x402/payment': payment } }),
    })
  const earned = async () => (await chain.balances([OWN]))[0] as bigint

  test('default: challenge, payment, answer, settled once', async () => {
    const { client } = await connected()
    const asked = await check(client, WALLET)
    expect(asked).toMatchObject({
      isError: true,
      structuredContent: {
        x402Version: 2,
        accepts: [{ amount: '10000', payTo: OWN, network: NETWORK }],
      },
    })
    const buyer = new x402Client().register(
      NETWORK,
      new ExactEvmScheme(chain.buyer),
    )
    const payment = await buyer.createPaymentPayload(
      asked.structuredContent as unknown as PaymentRequired,
    )
    const before = await earned()
    const paid = await check(client, WALLET, payment)
    expect(paid).toMatchObject({
      structuredContent: { recommendation: 'INSUFFICIENT_SIGNAL' },
      _meta: {
        'x402/payment-response': {
          success: true,
          transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      },
    })
    expect(paid.isError).toBeUndefined()
    expect(await earned()).toBe(before + PRICE)
    const again = await check(client, WALLET, payment)
    expect(again.structuredContent).toEqual(paid.structuredContent)
    expect(await earned()).toBe(before + PRICE)
    const other = await check(client, OWN, payment)
    expect(other.isError).toBe(true)
    expect(await earned()).toBe(before + PRICE)
    await client.close()
  })

  test('behavior: an error is not settled', async () => {
    const { client } = await connected()
    const asked = await check(client, '')
    const buyer = new x402Client().register(
      NETWORK,
      new ExactEvmScheme(chain.buyer),
    )
    const payment = await buyer.createPaymentPayload(
      asked.structuredContent as unknown as PaymentRequired,
    )
    const before = await earned()
    const refused = await check(client, '', payment)
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { field: 'merchant_wallet_address' },
    })
    expect(await earned()).toBe(before)
    await client.close()
  })
})
