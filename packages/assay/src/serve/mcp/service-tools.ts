import { z } from 'zod'
import { priceOf } from '../billing/prices.js'
import {
  apiKey,
  keyHeader,
  method,
  network,
  url,
  usd,
  wallet,
} from './fields.js'
import { type Tool, tool, word } from './tool.js'

// The tools of the five services, under the names that their users know. Each
// is named by a server of its own and, under a clearer name, by the unified one.

const verdictOf = (body: Readonly<Record<string, unknown>>) =>
  `${word(body['verdict'])} (${word(body['reason_code'] ?? body['score'])})`

const priced = (text: string, id: Parameters<typeof priceOf>[0]) => {
  const { usd: price, free } = priceOf(id)
  const given = free === null ? '' : ` Free: ${free}.`
  return `${text} $${price} by x402 in _meta["x402/payment"].${given}`
}

export function termsTool(name: string): Tool {
  return tool({
    name,
    title: 'Check payment terms',
    description: priced(
      'Asks an x402 endpoint for its terms, without paying, and compares them with what you expect: pay, skip or recheck, and why.',
      'terms',
    ),
    input: z.object({
      url,
      method,
      claimed_price: usd.optional().describe('The price it is listed for, USD'),
      pay_to: wallet.optional(),
      network: network.optional(),
      mode: z.enum(['live', 'dry-run']).optional(),
      check_expiry: z.boolean().optional(),
      skew_s: z.number().min(0).max(300).optional(),
      client: z
        .string()
        .max(64)
        .optional()
        .describe('Your name, for the quota'),
      ref: z.string().max(128).optional(),
    }),
    output: z.looseObject({
      verdict: z.string().nullable(),
      reason_code: z.string().nullable(),
    }),
    effect: 'reads',
    world: 'open',
    ask: ({ check_expiry, ...asked }) => ({
      method: 'POST',
      path: priceOf('terms').path,
      body: { ...asked, ...(check_expiry === true && { check_expiry: 1 }) },
    }),
    line: verdictOf,
  })
}

export function merchantTool(name: string): Tool {
  return tool({
    name,
    title: 'Check a merchant wallet',
    description: priced(
      'Says what the settlement history of a wallet shows: tier, recommendation, reasons.',
      'merchant',
    ),
    input: z.object({
      merchant_wallet_address: wallet,
      price: usd.optional(),
      network: network.optional(),
      asset: z.string().max(128).optional(),
      amount: z.string().max(78).optional().describe('Atomic units, digits'),
      service_url: url.optional(),
    }),
    output: z.looseObject({
      recommendation: z.string(),
      trust_tier: z.string().nullable(),
    }),
    effect: 'reads',
    world: 'own',
    ask: (query) => ({ method: 'GET', path: priceOf('merchant').path, query }),
    line: (body) =>
      `${word(body['recommendation'])} (tier ${word(body['trust_tier'])})`,
  })
}

export function endpointTool(name: string): Tool {
  return tool({
    name,
    title: 'Check endpoint health',
    description: priced(
      'Scores a listed endpoint from a week of unpaid probes. What is not listed or stale is not charged.',
      'endpoint_health',
    ),
    input: z.object({ url, method }),
    output: z.looseObject({ score: z.number().nullable() }),
    effect: 'reads',
    world: 'own',
    ask: (query) => ({
      method: 'GET',
      path: priceOf('endpoint_health').path,
      query,
    }),
    line: (body) => `score ${word(body['score'])} of 100`,
  })
}

export const counterpartyTool: Tool = tool({
  name: 'score_x402_counterparty',
  title: 'Score a counterparty',
  description: priced(
    'Says how much of the volume of a seller comes from real, independent buyers: wash trading, real and repeat buyers, verdict.',
    'counterparty',
  ),
  input: z.object({
    subject: z
      .string()
      .max(4_096)
      .describe('A URL of the seller, or its wallet'),
  }),
  output: z.looseObject({ verdict: z.string() }),
  effect: 'reads',
  world: 'own',
  ask: (query) => ({
    method: 'GET',
    path: priceOf('counterparty').path,
    query,
  }),
  line: (body) => `${word(body['verdict'])}`,
})

export const sampleTool: Tool = tool({
  name: 'get_sample_score',
  title: 'See a sample score',
  description: 'Shows the form of a score, free. Its figures are made up.',
  input: z.object({}),
  output: z.looseObject({ verdict: z.string() }),
  effect: 'reads',
  world: 'own',
  ask: () => ({ method: 'GET', path: '/counterparty/sample' }),
  line: () => 'a sample: its figures are made up',
})

export function destinationTool(name: string): Tool {
  return tool({
    name,
    title: 'Check a destination',
    description: priced(
      'Says whether a host or wallet is what it seems to be: look-alikes, age, bait, known lists. Amount and category are discarded.',
      'destination',
    ),
    input: z.object({
      target: z.string().max(4_096).describe('A URL, a host or a wallet'),
      amount_usd: z.union([z.number(), z.string().max(40)]).optional(),
      category: z.string().max(200).optional(),
      api_key: apiKey,
    }),
    output: z.looseObject({ verdict: z.string(), score: z.number() }),
    effect: 'reads',
    world: 'open',
    ask: ({ target, api_key }) => ({
      method: 'POST',
      path: priceOf('destination').path,
      body: { target },
      headers: keyHeader(api_key),
    }),
    line: verdictOf,
  })
}

export const quotaTool: Tool = tool({
  name: 'get_quota',
  title: 'See what is left',
  description: 'Says how many free checks are left to you today. Free.',
  input: z.object({ api_key: apiKey }),
  output: z.looseObject({ quotas: z.array(z.looseObject({})) }),
  effect: 'reads',
  world: 'own',
  ask: ({ api_key }) => ({
    method: 'GET',
    path: '/destination/v1/quota',
    headers: keyHeader(api_key),
  }),
  line: (body) => `tier ${word(body['tier'])}`,
})

export const keyTool: Tool = tool({
  name: 'get_api_key',
  title: 'Get a key',
  description:
    'Makes a free key with a quota of its own; it is shown this once. 10 a day and address.',
  input: z.object({}),
  output: z.looseObject({ api_key: z.string() }),
  effect: 'makes',
  world: 'own',
  ask: () => ({ method: 'POST', path: '/destination/v1/keys', body: {} }),
  line: () => 'a new key: keep it, it is not shown again',
})
