import { canonicalJson, isObject, own } from '@assay402/core/light'
import { approvePayment } from '../approve.js'
import type { GuardContext } from '../context.js'
import type { CallOptions } from '../expectation.js'
import { contextOf, type GuardOrOptions, guardOf } from '../guard.js'
import { endPayment } from '../outcomes.js'
import { requestOf } from '../request.js'
import { payloadKey } from '../signing/payload.js'
import { answerOf } from './presented.js'

// biome-ignore lint/suspicious/noExplicitAny: the SDK names its own types
type Loose = any

export type McpGuardOptions = {
  /** URL of the MCP server: what is judged, and what caps by host count. */
  readonly server_url: string
  /** What to expect of a tool call. */
  readonly call?: (tool: string, args: unknown) => CallOptions | undefined
}

/** A tool call that the server wants to be paid for. */
export type McpPaymentRequest = {
  readonly toolName: string
  readonly arguments?: Record<string, unknown> | undefined
  readonly paymentRequired: object
}

/** A tool call that was paid for. */
export type McpPaidCall = {
  readonly paymentPayload: unknown
  readonly result?: unknown
  readonly settleResponse?: object | null | undefined
}

/** Hooks of an `x402MCPClient`. */
export type McpHooks = {
  /** Throws PaymentBlocked or PaymentHeld, which reaches the caller. */
  readonly onPaymentRequired: (asked: McpPaymentRequest) => Promise<void>
  readonly onAfterPayment: (paid: McpPaidCall) => Promise<void>
  /** For a call that failed without an answer; no hook of the SDK says so. */
  readonly onPaymentLost: (paymentPayload: unknown) => Promise<void>
}

/** What the guard needs of an `x402MCPClient`. */
export type McpPaymentClient = {
  onPaymentRequired: (hook: Loose) => Loose
  onAfterPayment: (hook: Loose) => Loose
}

/**
 * Guards an MCP client in place. Its payment client needs the same guard:
 * `guardMcp(new x402MCPClient(mcp, guard(client, own)), own, { server_url })`.
 */
export function guardMcp<Client extends McpPaymentClient>(
  client: Client,
  given: GuardOrOptions | undefined,
  options: McpGuardOptions,
): Client {
  const { onPaymentRequired, onAfterPayment } = mcpHooks(given, options)
  client.onPaymentRequired(onPaymentRequired)
  client.onAfterPayment(onAfterPayment)
  return client
}

/** The hooks themselves, for a client of another make. */
export function mcpHooks(
  given: GuardOrOptions | undefined,
  { server_url, call }: McpGuardOptions,
): McpHooks {
  const context = contextOf(guardOf(given))
  return {
    onPaymentRequired: async (asked) => {
      const { toolName, paymentRequired } = asked
      const approval = await approvePayment(context, {
        request: await requestOf(
          'POST',
          toolUrl(server_url, toolName),
          canonicalJson(asked.arguments ?? {}),
        ),
        response: answerOf(paymentRequired),
        call: call?.(toolName, asked.arguments) ?? {},
      })
      context.known.set(paymentRequired, { approval, watch: 'watched' })
    },
    onAfterPayment: async ({ paymentPayload, result, settleResponse }) => {
      const isError = isObject(result) && own(result, 'isError') === true
      const settlement = settleResponse ?? settlementIn(result)
      await end(context, paymentPayload, {
        // An error result is never settled by the official server.
        status: isError ? 500 : 200,
        settlement: isObject(settlement) ? settlement : null,
      })
    },
    onPaymentLost: (paymentPayload) =>
      end(context, paymentPayload, { status: null, settlement: null }),
  }
}

/**
 * The PaymentRequired in a tool result or a thrown JSON-RPC error, in each of
 * the documented forms; `undefined` when there is none.
 */
export function mcpChallenge(answer: unknown): object | undefined {
  if (!isObject(answer)) return undefined
  if (own(answer, 'code') === 402) return challengeOf(own(answer, 'data'))
  if (own(answer, 'isError') !== true) return undefined
  const structured = challengeOf(own(answer, 'structuredContent'))
  if (structured !== undefined) return structured
  const content = own(answer, 'content')
  const first: unknown = Array.isArray(content) ? content[0] : undefined
  const text = isObject(first) ? own(first, 'text') : undefined
  const json = typeof text === 'string' ? parsed(text) : undefined
  if (!isObject(json)) return undefined
  const wrapped = own(json, 'x402/error')
  return isObject(wrapped)
    ? challengeOf(own(wrapped, 'data'))
    : challengeOf(json)
}

async function end(
  context: GuardContext,
  paymentPayload: unknown,
  answer: Parameters<typeof endPayment>[2],
): Promise<void> {
  const approval = context.approvals.ofPayload(payloadKey(paymentPayload))
  if (approval !== undefined) await endPayment(context, approval, answer)
}

/** Each tool is a resource of its own. */
function toolUrl(server: string, tool: string): string {
  const url = new URL(server)
  url.searchParams.set('tool', tool)
  return url.href
}

function settlementIn(result: unknown): unknown {
  const meta = isObject(result) ? own(result, '_meta') : undefined
  return isObject(meta) ? own(meta, 'x402/payment-response') : undefined
}

function challengeOf(value: unknown): object | undefined {
  return isObject(value) && Array.isArray(own(value, 'accepts'))
    ? value
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
