const NOW = '2026-11-30T12:00:00Z'
const WALLET = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const NETWORK = 'eip155:8453'

const offer = {
  scheme: 'exact',
  network: NETWORK,
  amount: '10000',
  asset: USDC,
  payTo: WALLET,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2', expiresAt: 1796040300 },
}

const challenge = {
  x402Version: 2,
  resource: { url: 'https://a.example/x' },
  accepts: [offer, { ...offer, network: 'base', maxAmountRequired: '10000' }],
  extensions: {
    bazaar: {
      info: { output: { example: { city: 'Paris', list: [1, 2] } } },
      schema: {
        $defs: { word: { type: 'string', pattern: '^[A-Z][a-z]+$' } },
        properties: {
          output: {
            properties: {
              example: {
                type: 'object',
                properties: {
                  city: { $ref: '#/$defs/word' },
                  list: { type: 'array', items: { type: 'integer' } },
                },
                required: ['city'],
              },
            },
          },
        },
      },
    },
  },
}

const observation = {
  at: '2026-11-29T12:00:00Z',
  status: 402,
  result: 'response',
  challenge: 'valid',
  price_atomic: '10000',
  network: NETWORK,
  asset: USDC,
  pay_to: WALLET,
}

const transfer = {
  tx: '0x1',
  log_index: 1,
  from: '0x1111111111111111111111111111111111111111',
  to: WALLET,
  amount_atomic: '10000',
  at: '2026-11-29T12:00:00Z',
}

const terms = {
  now: NOW,
  url: 'https://a.example/x',
  method: 'GET',
  expected: {
    price_usd: '0.01',
    pay_to: WALLET,
    network: NETWORK,
    source: 'listing',
  },
  options: { check_expiry: true, skew_s: 30, accept_networks: [NETWORK] },
  probe: {
    outcome: 'response',
    status: 402,
    headers: {
      'payment-required': Buffer.from(JSON.stringify(challenge)).toString(
        'base64',
      ),
    },
    body: '{}',
    body_truncated: false,
  },
  history: [observation, { ...observation, at: '2026-11-28T12:00:00Z' }],
}

const payment = {
  verdict: 'pay',
  reason_code: 'price_ok',
  payment: {
    scheme: 'exact',
    network: NETWORK,
    asset: USDC,
    amount: { atomic: '10000', usd: '0.01' },
    pay_to: WALLET,
  },
}

const decision = {
  now: NOW,
  policy: { max_per_payment_usd: '1', host_allowlist: ['a.example'] },
  subject: { resource: 'GET https://a.example/x', listed: true },
  terms: payment,
  own_probe: [offer],
  buyer_challenge: [offer],
  rulebooks: {
    destination: { verdict: 'unknown' },
    merchant: { recommendation: 'PROCEED' },
    counterparty: { unavailable: 'none' },
  },
  sanctions: { status: 'fresh', matches: [] },
  pin: { pay_to: WALLET, since: NOW, rotating: false },
  spent: { hour_usd: '0', day_usd: '1.5', host_day_usd: '0' },
}

/** One good input a reader, from which the broken ones are made. */
export const SAMPLES: Readonly<Record<string, unknown>> = {
  challenge,
  terms,
  'terms-reputation': {
    now: NOW,
    host: 'https://a.example',
    observations_total: 40,
    first_seen: '2026-10-01T00:00:00Z',
    endpoints: [
      {
        url: 'https://a.example/x',
        observations: [observation],
        quality_code: 'quality_ok',
      },
    ],
    checks: [
      {
        at: '2026-11-29T12:00:00Z',
        url: 'https://a.example/x',
        verdict: 'pay',
      },
    ],
  },
  merchant: {
    now: NOW,
    wallet: WALLET,
    indexed: true,
    activity: {
      source: 'settlements_30d',
      first_seen: '2026-01-01T00:00:00Z',
      total_tx_count: 120,
      unique_payers: 40,
      refund_count: 0,
      refund_eligible_volume_atomic: '5000000',
      payer_price_observations: [
        { resource: 'r', payer: 'p', price_atomic: '1' },
      ],
      daily: [{ day: '2026-11-29', tx_count: 12, volume_atomic: '120000' }],
    },
    price_usd: '0.01',
    advertised_prices_atomic: ['10000'],
    category: 'data_api',
    comparable_prices_atomic: ['10000', '20000', '30000'],
    platforms: [{ url: 'https://a.example', service_name: 'a' }],
  },
  'endpoint-health': {
    now: NOW,
    url: 'https://a.example/x',
    advertised_method: 'GET',
    observations: [observation],
    quote_atomic: '10000',
    tags: ['Search'],
    category_quotes: [{ host: 'a.example', price_atomic: '10000' }],
    registration: { status: 'known', registered_at: '2020-01-01T00:00:00Z' },
    sanctions: { fetched_at: NOW, addresses_checked: 1, matches: [] },
  },
  counterparty: {
    now: NOW,
    subject: 'https://a.example/x',
    network: NETWORK,
    pay_to: WALLET,
    settlement: {
      status: 'available',
      source: 'rpc-logs',
      transfers: [
        transfer,
        { ...transfer, from: WALLET, to: transfer.from, log_index: 2 },
      ],
      other_transfers: [transfer],
    },
    probe: { status: 'completed', challenge: 'valid', pay_to: [WALLET] },
    excluded_wallets: [{ wallet: transfer.from, why: 'bootstrap' }],
    self: false,
  },
  destination: {
    now: NOW,
    target: 'https://openai-login.example:8443/x',
    registration: { status: 'known', registered_at: '2026-11-20T00:00:00Z' },
  },
  decide: decision,
  replay: {
    bundle: 'assay-bundle/1',
    report: { report: 'assay/1', id: 'x', decision: 'allow', reasons: [] },
    evidence: [],
    decision_input: decision,
    rulebook_inputs: { terms },
    lists: [],
  },
  rdap: {
    objectClassName: 'domain',
    ldhName: 'a.example',
    events: [
      { eventAction: 'registration', eventDate: '2020-01-01T00:00:00Z' },
    ],
  },
  bootstrap: {
    version: '1.0',
    services: [[['example'], ['https://rdap.example/']]],
  },
}
