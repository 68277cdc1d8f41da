import type { Offer } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import type { ListedOffer, ListingSpan } from '../store/store.js'
import { listingOf, offerOf } from '../store/testing/samples.js'
import { listingExpectation } from './expectation.js'

const BASE = 'eip155:8453'
const POLYGON = 'eip155:137'
const USDC_POLYGON = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`

const onPolygon: ListedOffer = {
  ...offerOf('2000', B),
  network: POLYGON,
  asset: USDC_POLYGON,
}

function span(...offers: ListedOffer[]): ListingSpan {
  return {
    ...listingOf('https://a.example/x', { offers }),
    first_seen: 0,
    last_seen: 0,
    terms_sha256: '',
  }
}

function live(network: string, asset: string): Offer {
  return { network, asset, usable: true } as Offer
}

const steady = () => 'steady' as const

describe('listingExpectation', () => {
  test.each<[string, ListingSpan[], Offer[], string[] | 'any', unknown]>([
    ['nothing listed', [], [], [BASE], undefined],
    [
      'the offer of a listing',
      [span(offerOf('1500', A))],
      [],
      [BASE],
      { price_usd: '0.0015', pay_to: A, network: BASE, source: 'listing' },
    ],
    [
      'the one that matches what is asked now',
      [span(offerOf('1500', A), onPolygon)],
      [live(POLYGON, USDC_POLYGON)],
      'any',
      { price_usd: '0.002', pay_to: B, network: POLYGON, source: 'listing' },
    ],
    [
      'the first when none matches',
      [span(offerOf('1500', A), onPolygon)],
      [live('eip155:1', 'x')],
      'any',
      { price_usd: '0.0015', pay_to: A, network: BASE, source: 'listing' },
    ],
    [
      'a network the buyer does not take',
      [span(onPolygon)],
      [],
      [BASE],
      undefined,
    ],
    [
      'a listing without a payable offer gives way to the next',
      [span({ ...offerOf('1', A), scheme: 'upto' }), span(offerOf('7', B))],
      [],
      [BASE],
      { price_usd: '0.000007', pay_to: B, network: BASE, source: 'listing' },
    ],
    [
      'another token',
      [span({ ...offerOf('1', A), asset: B })],
      [],
      'any',
      undefined,
    ],
    ['an unreadable price', [span(offerOf('x', A))], [], 'any', undefined],
  ])('%s', (_, listings, offers, accepted, expected) => {
    expect(listingExpectation(listings, offers, accepted, steady)).toEqual(
      expected,
    )
  })

  test('behavior: the wallet of a rotating endpoint is not expected', () => {
    expect(
      listingExpectation([span(offerOf('1', A))], [], 'any', () => 'rotating'),
    ).toEqual({ price_usd: '0.000001', network: BASE, source: 'listing' })
  })
})
