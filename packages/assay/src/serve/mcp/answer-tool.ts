import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
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
  const text = Buffer.from(JSON.stringify(payment)).toString('base64')
  return { ...ask, headers: { ...ask.headers, 'payment-signature': text } }
}

async function toolResult(
  tool: Tool,
  response: Response,
): Promise<CallToolResult> {
  const { status, headers } = response
  const required = decoded(headers.get('payment-required'))
  if (status === 402 && required !== undefined) return failed(required)
  const body = (await response.json()) as Record<string, unknown>
  if (status >= 400) return failed(body)
  return answered(tool, body, decoded(headers.get('payment-response')))
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

function decoded(header: string | null): object | undefined {
  if (header === null) return undefined
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as object
}
