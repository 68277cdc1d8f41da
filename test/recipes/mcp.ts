import { createGuard, guard, mcpHooks } from '@assay402/guard'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { PrivateKeyAccount } from 'viem/accounts'

type Arguments = Record<string, unknown>

/**
 * Calls tools of an MCP server and pays those that ask for it, each payment
 * judged first. With `@x402/mcp` one line does the same:
 * `guardMcp(new x402MCPClient(mcp, guard(client, own)), own, { server_url })`.
 */
export function createPayingCaller(
  mcp: Client,
  account: PrivateKeyAccount,
  server_url: string,
) {
  const own = createGuard({
    policy: { max_per_payment_usd: '0.10', daily_cap_usd: '5' },
  })
  const client = guard(
    new x402Client().register('eip155:8453', new ExactEvmScheme(account)),
    own,
  )
  const hooks = mcpHooks(own, { server_url })

  return async (toolName: string, args: Arguments = {}) => {
    const call = { name: toolName, arguments: args }
    const unpaid = await mcp.callTool(call)
    const terms = unpaid.isError ? unpaid.structuredContent : undefined
    if (!isChallenge(terms)) return unpaid
    await hooks.onPaymentRequired({
      toolName,
      arguments: args,
      paymentRequired: terms,
    })
    const paymentPayload = await client.createPaymentPayload(terms)
    try {
      const result = await mcp.callTool({
        ...call,
        _meta: { 'x402/payment': paymentPayload },
      })
      await hooks.onAfterPayment({ paymentPayload, result })
      return result
    } catch (error) {
      await hooks.onPaymentLost(paymentPayload)
      throw error
    }
  }
}

function isChallenge(terms: unknown): terms is PaymentRequired {
  return typeof terms === 'object' && terms !== null && 'accepts' in terms
}
