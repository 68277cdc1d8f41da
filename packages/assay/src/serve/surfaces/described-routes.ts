import type { z } from 'zod'
import { subjectInput } from './counterparty/parameters.js'
import { targetInput } from './destination/parameters.js'
import {
  ENDPOINT_EXAMPLES,
  endpointInput,
  indexInput,
} from './endpoint-health/parameters.js'
import { MERCHANT_EXAMPLES, merchantInput } from './merchant/parameters.js'
import {
  byUrlInput,
  LIST_EXAMPLES,
  listInput,
} from './terms/list-parameters.js'
import { SPOT_CHECK_EXAMPLES, spotCheckInput } from './terms/parameters.js'

/** One route of a surface, as the API's document tells it. */
export type DescribedRoute = {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly summary: string
  /** Of the query, or of the body of a POST. */
  readonly input?: z.ZodType
  readonly examples?: Readonly<Record<string, unknown>>
  /** Parameters of the path, with an example each. */
  readonly inPath?: Readonly<Record<string, string>>
  readonly answers: readonly number[]
  /** JSON when absent. */
  readonly type?: 'text/html' | 'text/markdown'
}

const SPOT = '/terms/v1/products/endpoint-spot-check'
const SPOT_ANSWERS = [200, 400, 402, 429, 503] as const

/** Every route of the five surfaces. */
export const DESCRIBED_ROUTES: readonly DescribedRoute[] = [
  ...spotChecks(SPOT, 'Check the payment terms of an endpoint'),
  ...spotChecks(`${SPOT}/router`, 'The same, with a pack of nine more'),
  told('/terms/rules', 'The rules of a terms check'),
  {
    ...told('/terms/reputation/{host}', 'The reputation band of a host'),
    inPath: { host: 'api.example.com' },
    answers: [200, 400],
  },
  listed('/terms/v1/receipts', 'Receipts of terms checks, newest first'),
  listed('/terms/v1/skips', 'Those that said skip'),
  {
    ...listed('/terms/v1/receipts/by-url', 'Receipts of one URL'),
    input: byUrlInput,
  },
  {
    ...told('/terms/v1/receipts/{id}', 'One receipt'),
    inPath: { id: '0123456789abcdef0123456789abcdef' },
    answers: [200, 404],
  },
  {
    method: 'get',
    path: '/merchant/check',
    summary: 'Does a wallet behave like a merchant?',
    input: merchantInput,
    examples: MERCHANT_EXAMPLES,
    answers: [200, 400, 402, 503],
  },
  {
    ...told('/merchant/methodology', 'How a merchant is judged'),
    type: 'text/html',
  },
  {
    ...told('/merchant/auth.md', 'How a check is paid for'),
    type: 'text/markdown',
  },
  {
    method: 'get',
    path: '/endpoint-health/v1/endpoint',
    summary: 'The health of a listed endpoint',
    input: endpointInput,
    examples: { url: ENDPOINT_EXAMPLES.url, method: ENDPOINT_EXAMPLES.method },
    answers: [200, 400, 402, 404, 503],
  },
  {
    ...told('/endpoint-health', 'The index of listed endpoints'),
    input: indexInput,
    examples: { limit: ENDPOINT_EXAMPLES.limit },
    answers: [200, 400],
    type: 'text/html',
  },
  {
    ...told('/endpoint-health/methodology', 'The published formula'),
    type: 'text/html',
  },
  {
    method: 'get',
    path: '/counterparty/score',
    summary: 'How much of a seller’s volume is real?',
    input: subjectInput,
    examples: { subject: 'https://api.example.com/x' },
    answers: [200, 400, 402, 503],
  },
  told('/counterparty/sample', 'A made-up score, to see its shape'),
  {
    ...told('/counterparty/methodology', 'How a counterparty is scored'),
    type: 'text/html',
  },
  {
    method: 'post',
    path: '/destination/v1/check',
    summary: 'Is this host or wallet what it seems to be?',
    input: targetInput,
    examples: { target: 'api.example.com' },
    answers: [200, 400, 401, 402, 503],
  },
  told('/destination/v1/policy', 'The policy of destination checks'),
  told('/destination/health', 'This surface is up'),
  {
    method: 'post',
    path: '/destination/v1/keys',
    summary: 'Make a free key; it is shown once',
    answers: [201, 429],
  },
  {
    ...told('/destination/v1/quota', 'What is left to a caller'),
    answers: [200, 401],
  },
]

function spotChecks(path: string, summary: string): DescribedRoute[] {
  return (['get', 'post'] as const).map((method) => ({
    method,
    path,
    summary,
    input: spotCheckInput,
    examples: SPOT_CHECK_EXAMPLES,
    answers: SPOT_ANSWERS,
  }))
}

function told(path: string, summary: string): DescribedRoute {
  return { method: 'get', path, summary, answers: [200] }
}

function listed(path: string, summary: string): DescribedRoute {
  const { limit, host, url } = LIST_EXAMPLES
  return {
    ...told(path, summary),
    input: listInput,
    examples: { limit, host, url },
    answers: [200, 400],
  }
}
