import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import type { Ask, Tool } from './tool.js'
import { UnknownCode } from './unified-tools.js'
import { markUntrusted } from './untrusted.js'

/** Where payments travel in MCP. */
export const PAYMENT = 'x402/payment'
const PAYMENT_RESPONSE = 'x402/payment-response'

/** Asks one of our own routes, as whoever called the tool. */
export type CallRoute = (ask: Ask) => Promise<Response>

/**
 * Calls a tool: its route's answer as structured content, its 402 as the
 * challenge that MCP clients of x402 pay, its problems as errors. What is an
 * error was not settled by the route.
 */
export async function answerTool(
  tool: Tool,
  input: unknown,
  payment: unknown,
  call: CallRoute,
): Promise<CallToolResult> {
  try {
    const asked = await tool.ask(input as never)
    if ('body' in asked && !('path' in asked))
      return answered(tool, asked.body, undefined)
    const ask = asked as Ask
    return toolResult(tool, await call(withPayment(ask, payment)))
  } catch (error) {
    if (error instanceof UnknownCode) return failed({ detail: error.message })
    throw error
  }
}

function withPayment(ask: Ask, payment: unknown): Ask {
  if (payment === undefined) return ask
  // Whatever it is: the route reads it as it reads any header.
  const text = encodePaymentSignatureHeader(payment as PaymentPayload)
  return { ...ask, headers: { ...ask.headers, 'payment-signature': text } }
}

async function toolResult(
  tool: Tool,
  response: Response,
): Promise<CallToolResult> {
  const { status, headers } = response
  const required = headers.get('payment-required')
  if (status === 402 && required !== null)
    return failed(decodePaymentRequiredHeader(required))
  const body = (await response.json()) as Record<string, unknown>
  if (status >= 400) return failed(body)
  const settled = headers.get('payment-response')
  return answered(
    tool,
    body,
    settled === null ? undefined : decodePaymentResponseHeader(settled),
  )
}

function answered(
  tool: Tool,
  body: Readonly<Record<string, unknown>>,
  settlement: object | undefined,
): CallToolResult {
  return {
    content: [{ type: 'text', text: tool.line(body) }],
    structuredContent: markUntrusted(body) as Record<string, unknown>,
    ...(settlement !== undefined && {
      _meta: { [PAYMENT_RESPONSE]: settlement },
    }),
  }
}

/** As the x402 transport of MCP has it: the same thing twice, and an error. */
function failed(body: object): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: { ...body },
  }
}
