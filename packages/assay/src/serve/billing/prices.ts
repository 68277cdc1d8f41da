import type { DeclareDiscoveryExtensionInput } from '@x402/extensions/bazaar'

export type PriceId =
  | 'terms'
  | 'terms_router'
  | 'merchant'
  | 'endpoint_health'
  | 'counterparty'
  | 'destination'

/** What one answer costs, and all that is published about it. */
export type Price = {
  readonly id: PriceId
  /** The path is the whole of it: the price depends on nothing else. */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST')[]
  /** Exact decimal. */
  readonly usd: string
  /** One sentence, at most 500 characters. */
  readonly description: string
  /** At most five, each at most 32 characters. */
  readonly tags: readonly string[]
  /** What may be had without paying, in words; null: nothing. */
  readonly free: string | null
  /** Answers that one payment buys in advance, for another price's path. */
  readonly pack: {
    readonly answers: number
    readonly days: number
    readonly of: PriceId
  } | null
  /** How it is called, for catalogs. */
  readonly discovery: Discovery
}

type Discovery = DeclareDiscoveryExtensionInput

/** Every price of the service. Documents and challenges read this. */
export const PRICES: readonly Price[] = [
  {
    id: 'terms',
    path: '/terms/v1/products/endpoint-spot-check',
    methods: ['GET', 'POST'],
    usd: '0.02',
    description:
      'Checks the payment terms that an x402 endpoint asks for now against what it is listed for.',
    tags: ['x402', 'trust', 'preflight'],
    free: '5 a client name and 25 a network a UTC day, with a shorter answer',
    pack: null,
    discovery: spotCheck(),
  },
  {
    id: 'terms_router',
    path: '/terms/v1/products/endpoint-spot-check/router',
    methods: ['GET', 'POST'],
    usd: '0.20',
    description:
      'One check of payment terms now and a bearer token for nine more within 90 days.',
    tags: ['x402', 'trust', 'preflight', 'prepaid'],
    free: null,
    pack: { answers: 10, days: 90, of: 'terms' },
    discovery: spotCheck(),
  },
  {
    id: 'merchant',
    path: '/merchant/check',
    methods: ['GET'],
    usd: '0.01',
    description:
      'What the settlement history of a merchant wallet says: tier, recommendation, reasons.',
    tags: ['x402', 'trust', 'merchant'],
    free: null,
    pack: null,
    discovery: query(
      {
        merchant_wallet_address: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        network: 'eip155:8453',
      },
      {
        merchant_wallet_address: text('The wallet that is paid'),
        price: text('Price asked, USD'),
        network: text('CAIP-2'),
        asset: text('Token address'),
        amount: text('Atomic amount'),
        service_url: text('What is paid for'),
      },
      ['merchant_wallet_address'],
      { trust_tier: 'TRUSTED', recommendation: 'PROCEED', confidence: 'HIGH' },
    ),
  },
  {
    id: 'endpoint_health',
    path: '/endpoint-health/v1/endpoint',
    methods: ['GET'],
    usd: '0.005',
    description:
      'Score of an indexed endpoint from a week of unpaid probes. Unlisted, unavailable or stale answers are not charged.',
    tags: ['x402', 'trust', 'availability'],
    free: null,
    pack: null,
    discovery: query(
      { url: 'https://api.example.com/x', method: 'GET' },
      { url: text('The endpoint'), method: text('GET or POST') },
      ['url'],
      { score: 93, category: 'AI' },
    ),
  },
  {
    id: 'counterparty',
    path: '/counterparty/score',
    methods: ['GET'],
    usd: '0.02',
    description:
      'Economic authenticity of a seller over 30 days: wash trading, real and repeat buyers, verdict.',
    tags: ['x402', 'trust', 'wash-trading'],
    free: null,
    pack: null,
    discovery: query(
      { subject: 'https://api.example.com/x' },
      { subject: text('URL or wallet of the seller') },
      ['subject'],
      { verdict: 'trusted', wash_trading_ratio: 0, real_buyer_count: 12 },
    ),
  },
  {
    id: 'destination',
    path: '/destination/v1/check',
    methods: ['POST'],
    usd: '0.001',
    description:
      'Whether a host or wallet is what it seems to be: look-alikes, age, bait, known lists.',
    tags: ['x402', 'trust', 'phishing'],
    free: '100 a UTC day without a key, 1000 with a free key',
    pack: null,
    discovery: {
      bodyType: 'json',
      input: { target: 'api.example.com' },
      inputSchema: {
        properties: { target: text('Host, URL or wallet') },
        required: ['target'],
      },
      output: { example: { verdict: 'unknown', score: 88 } },
    },
  },
]

/** One price; the ids are known, so there is always one. */
export function priceOf(id: PriceId): Price {
  const price = PRICES.find((it) => it.id === id)
  if (price === undefined) throw new TypeError(`no price ${id}`)
  return price
}

function spotCheck(): Discovery {
  return query(
    { url: 'https://api.example.com/x', price: '0.01' },
    {
      url: text('The endpoint'),
      price: text('Price it is listed for, USD'),
      pay_to: text('Wallet it is listed with'),
      network: text('Network it is listed with, CAIP-2'),
      method: text('GET or POST'),
    },
    ['url'],
    { verdict: 'pay', reason_code: 'price_ok', confidence: 'high' },
  )
}

function query(
  input: Record<string, unknown>,
  properties: Record<string, unknown>,
  required: readonly string[],
  example: unknown,
): Discovery {
  return {
    input,
    inputSchema: { properties, required },
    output: { example },
  }
}

function text(description: string) {
  return { type: 'string', description }
}
