import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type {
  PaymentPayload,
  PaymentRequired,
  PaymentRequirements,
} from '@x402/core/types'
import type { Chain } from '../../chain/chain.js'
import type { Site } from '../../guard/street.js'
import { offer } from '../../guard/terms.js'

/**
 * An MCP server over streamable HTTP with one paid tool, `weather`, on the wire
 * that x402 documents: terms in an error result, payment and settlement in
 * `_meta`.
 */
export function mcpSeller(chain: Chain, payTo: string, amount: number): Site {
  const terms: PaymentRequired = {
    x402Version: 2,
    error: 'Payment required',
    resource: { url: 'mcp://tool/weather', mimeType: 'application/json' },
    accepts: [offer(payTo, amount)],
  }
  return async (request) => {
    const server = new McpServer({ name: 'seller', version: '1.0.0' })
    server.registerTool(
      'weather',
      { description: 'The weather of today, for money' },
      ({ _meta }) =>
        serve(
          chain,
          terms,
          _meta?.['x402/payment'] as PaymentPayload | undefined,
        ),
    )
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
    })
    await server.connect(transport)
    return transport.handleRequest(request)
  }
}

async function serve(
  { facilitator }: Chain,
  terms: PaymentRequired,
  payment: PaymentPayload | undefined,
): Promise<CallToolResult> {
  if (payment === undefined) return unpaid(terms)
  const [requirements] = terms.accepts as [PaymentRequirements]
  const verified = await facilitator.verify(payment, requirements)
  if (!verified.isValid)
    return unpaid({ ...terms, error: verified.invalidReason ?? 'not valid' })
  const settled = await facilitator.settle(payment, requirements)
  return {
    content: [{ type: 'text', text: '{"temperature":21}' }],
    _meta: { 'x402/payment-response': settled },
  }
}

function unpaid(terms: PaymentRequired): CallToolResult {
  return {
    isError: true,
    structuredContent: terms as unknown as Record<string, unknown>,
    content: [{ type: 'text', text: JSON.stringify(terms) }],
  }
}
