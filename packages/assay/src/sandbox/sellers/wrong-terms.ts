import type { SellerDefinition } from '../seller.js'
import { ask, BASE_SEPOLIA, listed, SKIP, wallet } from './common.js'

// Bridged USDC of Base: a real token with six decimals, not canonical USDC.
const BRIDGED_USDC = '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'

/** Sellers whose challenge can be read and must not be paid. */
export const WRONG_TERMS_SELLERS: readonly SellerDefinition[] = [
  {
    id: 'overpriced',
    title: 'Five times the listed price',
    method: 'GET',
    path: '/news',
    listing: listed('0.01', wallet(11)),
    behaviour: { kind: 'charge', asks: [ask('0.05', wallet(11))] },
    expect: {
      ...SKIP,
      reason_code: 'price_mismatch',
      why: 'It is listed at 0.01 USD and asks 0.05 USD.',
    },
  },
  {
    id: 'wrong-wallet',
    title: 'Another wallet than listed',
    method: 'GET',
    path: '/sports',
    listing: listed('0.01', wallet(12)),
    behaviour: { kind: 'charge', asks: [ask('0.01', wallet(912))] },
    expect: {
      ...SKIP,
      reason_code: 'pay_to_mismatch',
      why: 'The money would go to a wallet the listing does not name.',
    },
  },
  {
    id: 'testnet-only',
    title: 'Asks for test money',
    method: 'GET',
    path: '/traffic',
    listing: listed('0.01', wallet(13)),
    behaviour: {
      kind: 'charge',
      asks: [{ ...ask('0.01', wallet(13)), network: BASE_SEPOLIA }],
    },
    expect: {
      ...SKIP,
      reason_code: 'network_mismatch',
      why: 'It is listed on Base and its only offer is on Base Sepolia.',
    },
  },
  {
    id: 'other-token',
    title: 'Asks for another token',
    method: 'GET',
    path: '/maps',
    listing: listed('0.01', wallet(14)),
    behaviour: {
      kind: 'charge',
      asks: [
        ask(
          { asset: BRIDGED_USDC, amount: '10000', name: 'USD Base Coin' },
          wallet(14),
        ),
      ],
    },
    expect: {
      ...SKIP,
      reason_code: 'asset_not_usdc',
      why: 'Amount and wallet are right, the token is not the canonical USDC of Base.',
    },
  },
  {
    id: 'expiring',
    title: 'Terms about to expire',
    method: 'GET',
    path: '/auction',
    listing: listed('0.01', wallet(15)),
    checkExpiry: true,
    behaviour: {
      kind: 'charge',
      asks: [{ ...ask('0.01', wallet(15)), expiresAfterSeconds: 10 }],
    },
    expect: {
      ...SKIP,
      reason_code: 'challenge_expired',
      why: 'Its offer expires within the 30 s that a payment may need.',
    },
  },
  {
    id: 'two-challenges',
    title: 'Two challenges in one answer',
    method: 'GET',
    path: '/jokes',
    listing: listed('0.01', wallet(16)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.01', wallet(16))],
      proxy: { kind: 'adds_header', payTo: wallet(916) },
    },
    expect: {
      ...SKIP,
      reason_code: 'ambiguous',
      why: 'A proxy adds a second challenge with its own wallet; no client can tell which one counts.',
    },
  },
  {
    id: 'decimal-amount',
    title: 'Price in dollars where units belong',
    method: 'GET',
    path: '/recipes',
    listing: listed('0.01', wallet(17)),
    behaviour: {
      kind: 'charge',
      asks: [
        ask(
          {
            asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            amount: '0.01',
            name: 'USD Coin',
          },
          wallet(17),
        ),
      ],
    },
    expect: {
      ...SKIP,
      reason_code: 'bad_challenge',
      why: 'The amount is "0.01" instead of whole units, so there is no price to judge.',
    },
  },
  {
    id: 'cut-header',
    title: 'Challenge cut short',
    method: 'GET',
    path: '/books',
    listing: listed('0.01', wallet(18)),
    behaviour: {
      kind: 'charge',
      asks: [ask('0.01', wallet(18))],
      proxy: { kind: 'cuts_header', characters: 120 },
    },
    expect: {
      ...SKIP,
      reason_code: 'bad_challenge',
      quality_code: 'quality_bad_status',
      why: 'A proxy cuts the header, what is left cannot be read.',
    },
  },
]
