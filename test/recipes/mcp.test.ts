import { PaymentBlocked } from '@assay402/guard'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, test } from 'vitest'
import { createPayingCaller } from './mcp.js'
import { mcpSeller } from './sellers/mcp-seller.js'
import { describeRecipe, type RecipeStage, SELLER } from './stage.js'

describeRecipe('recipe MCP', (stage) => {
  test('default: pays what is fair and nothing else', async () => {
    const { chain, street, earned } = stage()
    street.open('tools.example', mcpSeller(chain, SELLER, 10_000))
    street.open('dear-tools.example', mcpSeller(chain, SELLER, 900_000))

    const fair = await callerAt(stage(), 'https://tools.example/mcp')
    expect(await fair('weather')).toMatchObject({
      content: [{ type: 'text', text: '{"temperature":21}' }],
      _meta: { 'x402/payment-response': { success: true } },
    })
    const dear = await callerAt(stage(), 'https://dear-tools.example/mcp')
    const refused = await dear('weather').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentBlocked)
    expect(await earned()).toBe(10_000n)
  })
})

async function callerAt({ chain, street }: RecipeStage, url: string) {
  const mcp = new Client({ name: 'buyer', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: street.fetch,
  })
  await mcp.connect(transport as Transport)
  return createPayingCaller(mcp, chain.buyer, url)
}
