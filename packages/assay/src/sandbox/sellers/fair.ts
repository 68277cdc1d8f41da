import { declare } from '../declaration.js'
import type { SellerDefinition } from '../seller.js'
import { ask, listed, PRICE_OK, wallet } from './common.js'

const WEATHER = { city: 'Paris', celsius: 14, sky: 'fog' }
const SUMMARY = { summary: 'Two words.', words: 2 }

/** Sellers whose terms are what their listing says, or better. */
export const FAIR_SELLERS: readonly SellerDefinition[] = [
  {
    id: 'honest',
    title: 'Honest weather',
    method: 'GET',
    path: '/weather',
    listing: listed('0.01', wallet(1)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.01', wallet(1))],
      declares: declare({ method: 'GET' }, WEATHER),
    },
    expect: {
      ...PRICE_OK,
      quality_code: 'quality_ok',
      why: 'Price, wallet and network are the listed ones and the sample fits its schema.',
    },
  },
  {
    id: 'honest-post',
    title: 'Honest summaries',
    method: 'POST',
    path: '/summaries',
    listing: listed('0.02', wallet(2)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.02', wallet(2))],
      onlyMethod: 'POST',
      declares: declare({ body: { text: 'Two words.' } }, SUMMARY),
    },
    expect: {
      ...PRICE_OK,
      quality_code: 'quality_ok',
      why: 'It sells by POST only, as its listing says, at the listed terms.',
    },
  },
  {
    id: 'honest-v1',
    title: 'Honest, x402 version 1',
    method: 'GET',
    path: '/rates',
    listing: listed('0.01', wallet(3)),
    behaviour: { kind: 'charge_v1', ask: ask('0.01', wallet(3)) },
    expect: {
      ...PRICE_OK,
      why: 'The first generation of x402 puts the same terms in the body.',
    },
  },
  {
    id: 'bargain',
    title: 'Cheaper than listed',
    method: 'GET',
    path: '/quotes',
    listing: listed('0.01', wallet(4)),
    behaviour: { kind: 'charge', asks: [ask('0.005', wallet(4))] },
    expect: {
      ...PRICE_OK,
      reason_code: 'price_below_listing',
      why: 'It asks half of the listed price.',
    },
  },
  {
    id: 'slow',
    title: 'Slow but honest',
    method: 'GET',
    path: '/archive',
    listing: listed('0.01', wallet(5)),
    behaviour: { kind: 'charge', asks: [ask('0.01', wallet(5))], delayMs: 300 },
    expect: {
      ...PRICE_OK,
      why: 'It needs 300 ms to answer; its terms are the listed ones.',
    },
  },
  {
    id: 'stale-sample',
    title: 'Sample that no longer fits',
    method: 'GET',
    path: '/forecast',
    listing: listed('0.01', wallet(6)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.01', wallet(6))],
      declares: declare({ method: 'GET' }, WEATHER),
      servesSample: { town: 'Paris', celsius: 'fourteen' },
    },
    expect: {
      ...PRICE_OK,
      quality_code: 'quality_schema_mismatch',
      why: 'The terms are right; the sample breaks the declared schema, which only lowers the quality code.',
    },
  },
]
