import type { Client } from '@modelcontextprotocol/sdk/client/index.js'

const WALLET = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

/** Arguments with which each tool of a server can be called. */
export function argumentsOf(
  tool: string,
  url: string,
  receipt: string,
): Record<string, unknown> {
  const known: Record<string, Record<string, unknown>> = {
    preflight_payment: { url },
    check_terms: { url },
    endpoint_spot_check: { url, mode: 'dry-run' },
    check_merchant_wallet: { merchant_wallet_address: WALLET },
    check_endpoint_health: { url },
    check_endpoint: { url },
    score_x402_counterparty: { subject: url },
    check_destination: { target: 'api.example.com' },
    find_endpoints: { limit: 5 },
    explain_rule: { rulebook: 'terms', code: 'price_ok' },
    verify_receipt: { receipt },
  }
  return known[tool] ?? {}
}

/**
 * Calls every tool that a server lists; `check_merchant` is of two services.
 * Each answers, or says in a problem or a challenge of ours why not.
 */
export async function callEveryTool(
  client: Client,
  url: string,
  merchant: Record<string, unknown>,
): Promise<Record<string, string>> {
  const { tools } = await client.listTools()
  let receipt = 'none'
  const answers: Record<string, string> = {}
  for (const { name } of tools) {
    const given =
      name === 'check_merchant' ? merchant : argumentsOf(name, url, receipt)
    const result = await client.callTool({ name, arguments: given })
    const body = result.structuredContent as Record<string, unknown>
    if (typeof body['receipt'] === 'string') receipt = body['receipt']
    answers[name] =
      result.isError === true ? `refused: ${codeOf(body)}` : 'answered'
  }
  return answers
}

/** The code of a problem, `402` of a challenge. */
function codeOf(body: Record<string, unknown>): string {
  if (Array.isArray(body['accepts'])) return '402'
  const error = body['error'] as { code?: unknown } | undefined
  return String(body['code'] ?? error?.code)
}
