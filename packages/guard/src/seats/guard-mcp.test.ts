import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { x402Client } from '@x402/core/client'
import type {
  PaymentPayload,
  PaymentRequired,
  SettleResponse,
} from '@x402/core/types'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { GuardEvent } from '../events.js'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { challenge, entry } from '../testing/seller.js'
import { guard } from './guard-client.js'
import { guardMcp, mcpChallenge, mcpHooks } from './guard-mcp.js'

const SERVER_URL = 'https://tools.seller.example/mcp'
const TERMS = challenge([entry()], {
  resource: { url: 'mcp://tool/weather' } as never,
})

/** A server that speaks the documented wire, on the official MCP SDK. */
function paidServer(paid: () => object, terms: PaymentRequired = TERMS) {
  const payments: PaymentPayload[] = []
  const server = new McpServer({ name: 'seller', version: '1' })
  server.registerTool(
    'weather',
    { inputSchema: { city: z.string() } },
    async (_args, extra) => {
      const payment = extra._meta?.['x402/payment'] as
        | PaymentPayload
        | undefined
      if (payment === undefined)
        return {
          isError: true,
          structuredContent: terms as never,
          content: [{ type: 'text', text: JSON.stringify(terms) }],
        }
      payments.push(payment)
      return paid() as never
    },
  )
  return { server, payments }
}

type Hook<Given> = (given: Given) => Promise<void> | void
type Paid = {
  toolName: string
  paymentPayload: PaymentPayload
  result: unknown
  settleResponse: SettleResponse | null
}

/** As much of the documented x402MCPClient as its hooks need. */
class DocumentedClient {
  readonly asked: Hook<never>[] = []
  readonly paid: Hook<never>[] = []
  readonly client: Client
  readonly payments: x402Client
  constructor(client: Client, payments: x402Client) {
    this.client = client
    this.payments = payments
  }
  onPaymentRequired(hook: Hook<never>) {
    this.asked.push(hook)
    return this
  }
  onAfterPayment(hook: Hook<never>) {
    this.paid.push(hook)
    return this
  }
  async callTool(toolName: string, args: Record<string, unknown>) {
    const first = await this.client.callTool({
      name: toolName,
      arguments: args,
    })
    const paymentRequired = mcpChallenge(first) as PaymentRequired | undefined
    if (paymentRequired === undefined) return first
    for (const hook of this.asked)
      await hook({ toolName, arguments: args, paymentRequired } as never)
    const paymentPayload =
      await this.payments.createPaymentPayload(paymentRequired)
    const result = await this.client.callTool({
      name: toolName,
      arguments: args,
      _meta: { 'x402/payment': paymentPayload },
    })
    const settleResponse = (result._meta?.['x402/payment-response'] ??
      null) as SettleResponse | null
    const paid: Paid = { toolName, paymentPayload, result, settleResponse }
    for (const hook of this.paid) await hook(paid as never)
    return result
  }
}

async function buyer(
  options: GuardOptions = {},
  paid: () => object = settled,
  terms?: PaymentRequired,
) {
  const { server, payments } = paidServer(paid, terms)
  const client = new Client({ name: 'buyer', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  const ended: string[] = []
  const own = createGuard({
    ...options,
    on_event: (event: GuardEvent) => {
      if (event.type === 'ended') ended.push(event.outcome)
    },
  })
  const mcp = guardMcp(
    new DocumentedClient(client, guard(stockClient(), own)),
    own,
    {
      server_url: SERVER_URL,
      call: (tool) =>
        tool === 'weather' ? { expect: { max_price_usd: '0.02' } } : undefined,
    },
  )
  return {
    call: () => mcp.callTool('weather', { city: 'Paris' }),
    payments,
    ended,
    own,
  }
}

function settled() {
  return {
    content: [{ type: 'text', text: 'sunny' }],
    _meta: {
      'x402/payment-response': {
        success: true,
        transaction: '0x1',
        network: 'eip155:8453',
      },
    },
  }
}

describe('guardMcp', () => {
  test('default: an honest tool is paid, as a resource of its server', async () => {
    const { call, payments, ended, own } = await buyer()
    expect((await call()).content).toEqual([{ type: 'text', text: 'sunny' }])
    expect(payments.map(({ accepted }) => accepted)).toEqual([entry()])
    expect(ended).toEqual(['settled'])
    expect((await own.spent('https://tools.seller.example')).host_day_usd).toBe(
      '0.01',
    )
  })

  test.each([
    [
      'a cap',
      { policy: { max_per_payment_usd: '0.001' } },
      TERMS,
      'PaymentBlocked over_payment_cap',
    ],
    [
      'a hold',
      { policy: { hold_above_usd: '0.001' } },
      TERMS,
      'PaymentHeld over_hold_limit',
    ],
    [
      'the task',
      {},
      challenge([entry({ amount: '20001' })]),
      'PaymentBlocked over_payment_cap',
    ],
  ])('behavior: stopped by %s', async (_, options, terms, said) => {
    const { call, payments } = await buyer(options, settled, terms)
    expect(await refusal(call())).toBe(said)
    expect(payments).toEqual([])
  })

  test('behavior: an error result is declined, and the same call may be tried again', async () => {
    const { call, ended } = await buyer({}, () => ({
      isError: true,
      content: [],
    }))
    await call()
    await call()
    expect(ended).toEqual(['declined', 'declined'])
    expect(await refusal(call())).toBe('PaymentBlocked retry_storm')
  })

  test('behavior: an answer without a settlement is one', async () => {
    const { call, ended } = await buyer({}, () => ({ content: [] }))
    await call()
    expect(ended).toEqual(['settled'])
  })
})

describe('mcpHooks', () => {
  test('behavior: the settlement is read from the result, a lost call is unclear', async () => {
    const ended: string[] = []
    const own = createGuard({
      on_event: (event) => {
        if (event.type === 'ended') ended.push(event.outcome)
      },
    })
    const hooks = mcpHooks(own, { server_url: SERVER_URL })
    const client = guard(stockClient(), own)
    const pay = async () => {
      const paymentRequired = structuredClone(TERMS)
      await hooks.onPaymentRequired({ toolName: 't', paymentRequired })
      return client.createPaymentPayload(paymentRequired)
    }
    await hooks.onAfterPayment({
      paymentPayload: await pay(),
      result: settled(),
    })
    const declined = { _meta: { 'x402/payment-response': { success: false } } }
    await hooks.onAfterPayment({
      paymentPayload: await pay(),
      result: declined,
    })
    await hooks.onPaymentLost(await pay())
    expect(ended).toEqual(['settled', 'declined', 'unclear'])
    expect(await refusal(pay())).toBe('PaymentBlocked unclear_payment')
    await hooks.onPaymentLost({})
  })
})

describe('mcpChallenge', () => {
  test.each([
    ['structured content', { isError: true, structuredContent: TERMS }],
    [
      'text',
      {
        isError: true,
        content: [{ type: 'text', text: JSON.stringify(TERMS) }],
      },
    ],
    [
      'the older text',
      {
        isError: true,
        content: [
          {
            text: JSON.stringify({ 'x402/error': { code: 402, data: TERMS } }),
          },
        ],
      },
    ],
    [
      'a JSON-RPC error',
      Object.assign(new Error('pay'), { code: 402, data: TERMS }),
    ],
  ])('behavior: %s', (_, answer) => {
    expect(mcpChallenge(answer)).toEqual(TERMS)
  })

  test.each([
    null,
    {},
    { structuredContent: TERMS },
    { isError: true },
    { isError: true, content: [{ text: 'not json' }] },
    { isError: true, content: [{ text: '[]' }] },
    { isError: true, content: [{ text: '{"accepts":1}' }] },
    { code: 402 },
  ])('behavior: nothing in %j', (answer) => {
    expect(mcpChallenge(answer)).toBeUndefined()
  })
})
