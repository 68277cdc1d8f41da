import { sealEvidence } from '../../packages/core/src/evidence/seal.js'
import { resourceOf } from '../../packages/core/src/identity/resource.js'
import { digestOf } from '../../packages/core/src/json/digest.js'
import { buildReport } from '../../packages/core/src/report/build-report.js'
import {
  type Bundle,
  buildBundle,
} from '../../packages/core/src/report/bundle.js'
import type { Judges } from '../../packages/core/src/report/replay.js'

const NOW = '2026-11-30T12:00:00Z'
const URL_ = 'https://api.golden.example/v1/search?q=1'
const RESOURCE = resourceOf('GET', URL_) as string
const BASE = 'eip155:8453'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const SELLER = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

const ENTRY = {
  scheme: 'exact',
  network: BASE,
  amount: '60000',
  asset: USDC,
  payTo: SELLER,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}

const PROBE = {
  outcome: 'response',
  status: 402,
  headers: {
    'payment-required': btoa(
      JSON.stringify({
        x402Version: 2,
        resource: { url: URL_ },
        accepts: [ENTRY],
      }),
    ),
    'content-type': 'application/json',
  },
  body: '{}',
  body_truncated: false,
}

const HISTORY = ['2026-11-20T12:00:00Z', '2026-11-25T12:00:00Z'].map((at) => ({
  at,
  status: 402,
  price_atomic: '60000',
  network: BASE,
  asset: USDC,
  pay_to: SELLER,
}))

const REGISTRATION = {
  status: 'known',
  registered_at: '2024-03-01T00:00:00Z',
}

const buyer = (number: number) =>
  `0x${String(number).padStart(40, '0').replace(/^0/, 'a')}`

const TRANSFERS = Array.from({ length: 12 }, (_, i) => ({
  tx: `0x${String(i).padStart(64, '0')}`,
  log_index: i,
  from: buyer(i % 6),
  to: SELLER,
  amount_atomic: '60000',
  at: `2026-11-${String(10 + i)}T08:00:00Z`,
}))

/** The whole input of each rulebook. */
const RULEBOOK_INPUTS = {
  terms: {
    now: NOW,
    url: URL_,
    method: 'GET',
    expected: { price_usd: '0.06', source: 'listing' },
    options: { accept_networks: [BASE] },
    probe: PROBE,
    history: HISTORY,
  },
  destination: { now: NOW, target: URL_, registration: REGISTRATION },
  merchant: {
    now: NOW,
    wallet: SELLER,
    indexed: true,
    activity: {
      source: 'settlements_30d',
      first_seen: '2026-01-05T00:00:00Z',
      total_tx_count: 12,
      unique_payers: 6,
      refund_count: null,
      refund_eligible_volume_atomic: null,
    },
    price_usd: '0.06',
    category: 'data_api',
    comparable_prices_atomic: ['10000', '20000', '50000'],
    advertised_prices_atomic: ['60000'],
    platforms: [{ url: URL_, service_name: 'Golden search' }],
  },
  counterparty: {
    now: NOW,
    subject: URL_,
    network: BASE,
    pay_to: SELLER,
    settlement: {
      status: 'available',
      source: 'rpc-logs',
      transfers: TRANSFERS,
    },
    probe: { status: 'completed', challenge: 'valid', pay_to: [SELLER] },
    excluded_wallets: [],
    self: false,
  },
  'endpoint-health': {
    now: NOW,
    url: URL_,
    advertised_method: 'GET',
    observations: Array.from({ length: 8 }, (_, i) => ({
      at: `2026-11-${String(29 + (i > 3 ? 1 : 0))}T${String((i % 4) * 3).padStart(2, '0')}:10:00Z`,
      result: 'response',
      status: i === 1 ? 500 : 402,
      challenge: i === 1 ? 'none' : 'valid',
    })),
    quote_atomic: '60000',
    tags: ['Search'],
    category_quotes: [
      { host: 'a.example', price_atomic: '10000' },
      { host: 'b.example', price_atomic: '11000' },
      { host: 'api.golden.example', price_atomic: '60000' },
    ],
    registration: REGISTRATION,
    sanctions: {
      list_published_at: '2026-11-29T00:00:00Z',
      fetched_at: '2026-11-30T06:00:00Z',
      addresses_checked: 1,
      matches: [],
    },
  },
  'terms-reputation': {
    now: NOW,
    host: 'https://api.golden.example',
    observations_total: 12,
    first_seen: '2026-11-10T00:00:00Z',
    endpoints: [
      { url: URL_, observations: HISTORY, quality_code: 'quality_unverified' },
    ],
    checks: [{ at: '2026-11-29T12:00:00Z', url: URL_, verdict: 'pay' }],
  },
}

const LISTS = [
  {
    id: 'ofac-sdn/2026-11-29',
    sha256: digestOf(['golden', 'ofac-sdn']),
    published_at: '2026-11-29T00:00:00Z',
    fetched_at: '2026-11-30T06:00:00Z',
  },
]

const EVIDENCE = [
  sealEvidence({
    id: '01KB9V6Z0000000000000000AA',
    kind: 'challenge',
    subject: RESOURCE,
    collected_at: '2026-11-30T11:59:59Z',
    collector: { id: 'probe', version: '1' },
    status: 'collected',
    data: PROBE,
  }),
  sealEvidence({
    id: '01KB9V6Z0000000000000000AB',
    kind: 'registration',
    subject: 'golden.example',
    collected_at: '2026-11-30T11:59:59.250Z',
    collector: { id: 'rdap', version: '1' },
    status: 'collected',
    data: REGISTRATION,
  }),
  sealEvidence({
    id: '01KB9V6Z0000000000000000AC',
    kind: 'seller_document',
    subject: 'https://api.golden.example',
    collected_at: '2026-11-30T11:59:59.500Z',
    collector: { id: 'openapi', version: '1' },
    status: 'failed',
    failure: { code: 'timeout', detail: 'no answer in 5 s' },
  }),
]

type Terms = { readonly offers: readonly unknown[] }

/** The bundle of one check, made anew by the given judges. */
export function goldenBundle(judges: Judges): Bundle {
  const judged = (id: keyof typeof RULEBOOK_INPUTS) =>
    judges[id]?.(RULEBOOK_INPUTS[id])
  const terms = judged('terms') as Terms
  const decision_input = {
    now: NOW,
    policy: { max_per_payment_usd: '0.5', daily_cap_usd: 5 },
    subject: {
      resource: RESOURCE,
      host: 'https://api.golden.example',
      listed: true,
    },
    terms,
    expected: { price_usd: '0.06' },
    buyer_challenge: null,
    own_probe: { offers: terms.offers, extensions: [] },
    rulebooks: {
      destination: judged('destination'),
      merchant: judged('merchant'),
      counterparty: judged('counterparty'),
      'endpoint-health': judged('endpoint-health'),
      reputation: judged('terms-reputation'),
    },
    sanctions: { status: 'fresh', matches: [] },
    screening: [],
    price_context: { category: 'Search', median_atomic: '11000', hosts: 3 },
    pin: { pay_to: SELLER, since: '2026-11-20T12:00:00Z', rotating: false },
    failed_probes: 0,
    signed_offer: null,
    spent: { hour_usd: '0', day_usd: '0.18', host_day_usd: '0.06' },
  }
  const parts = {
    decision_input,
    evidence: EVIDENCE,
    lists: LISTS,
    rulebook_inputs: RULEBOOK_INPUTS,
  }
  const report = buildReport({
    ...parts,
    id: '00112233445566778899aabbccddeeff',
    software: {
      name: 'assay',
      version: '0.1.0',
      public_suffix_list: null,
      confusables: null,
    },
  })
  if ('error' in report) throw new Error(report.error.message)
  return buildBundle({ ...parts, report })
}
