import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CatalogOffer } from './listing.js'
import { listingChanges } from './listing-changes.js'

const OFFER: CatalogOffer = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0xAa',
  pay_to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  price_atomic: '100',
}
const OTHER = '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392'
const listing = (resource: string, ...changes: Partial<CatalogOffer>[]) => ({
  resource,
  offers: changes.map((change) => ({ ...OFFER, ...change })),
})
const wallet = (address: string) => `eip155:${address.toLowerCase()}`

describe('listingChanges', () => {
  test('default', () => {
    expect(
      listingChanges(
        [
          listing('d', {}),
          listing('c', { pay_to: OTHER }),
          listing('b', {}),
          listing('a', {}),
        ],
        [
          listing('e', {}),
          listing('a', { price_atomic: '200' }),
          listing('c', {}),
          listing('b', {}),
          listing('b0', {}),
        ],
      ),
    ).toEqual({
      added: ['b0', 'e'],
      gone: ['d'],
      changed: [
        { resource: 'a', field: 'price', before: ['100'], after: ['200'] },
        {
          resource: 'c',
          field: 'pay_to',
          before: [wallet(OTHER)],
          after: [wallet(OFFER.pay_to)],
        },
      ],
    })
  })

  const fieldsOf = (
    before: readonly Partial<CatalogOffer>[],
    after: readonly Partial<CatalogOffer>[],
  ) =>
    listingChanges(
      [listing('a', ...before)],
      [listing('a', ...after)],
    ).changed.map(({ field }) => field)

  test.each<
    [string, Partial<CatalogOffer>[], Partial<CatalogOffer>[], string[]]
  >([
    ['nothing', [{}], [{}], []],
    [
      'only the case of an address',
      [{}],
      [{ pay_to: OFFER.pay_to.toLowerCase() }],
      [],
    ],
    [
      'the order of offers',
      [{}, { price_atomic: '2' }],
      [{ price_atomic: '2' }, {}],
      [],
    ],
    ['the same offer twice', [{}], [{}, {}], []],
    [
      'a second network',
      [{}],
      [{}, { network: 'solana:x', pay_to: 'S' }],
      ['network'],
    ],
    [
      'another network, the same wallet',
      [{}],
      [{ network: 'eip155:1' }],
      ['network'],
    ],
    [
      'another network and wallet',
      [{}],
      [{ network: 'eip155:1', pay_to: OTHER }],
      ['network', 'pay_to'],
    ],
    ['the asset', [{}], [{ asset: '0xbb' }], ['asset']],
    [
      'payee and price',
      [{}],
      [{ pay_to: OTHER, price_atomic: '1' }],
      ['pay_to', 'price'],
    ],
    ['a price that is not said', [{}], [{ price_atomic: '' }], []],
    ['an asset that is not said', [{ asset: '' }], [{}], []],
    ['no offers any more', [{}], [], []],
    [
      'the second network alone',
      [{}, { network: 'solana:x' }],
      [{}, { network: 'solana:x', price_atomic: '1' }],
      ['price'],
    ],
  ])('behavior: %s', (_, before, after, fields) => {
    expect(fieldsOf(before, after)).toEqual(fields)
  })

  test('behavior: adds up, and nothing changes against itself', () => {
    const offer = fc.record({
      scheme: fc.constant('exact'),
      network: fc.constantFrom('eip155:1', 'solana:x', ''),
      asset: fc.constantFrom('', 'a', 'b'),
      pay_to: fc.constantFrom('', 'p', OTHER),
      price_atomic: fc.constantFrom('', '1', '2'),
    })
    const set = fc.uniqueArray(
      fc.record({
        resource: fc.constantFrom(...'abcdefgh'),
        offers: fc.array(offer, { maxLength: 4 }),
      }),
      { selector: ({ resource }) => resource },
    )
    void fc.assert(
      fc.property(set, set, (a, b) => {
        const { added, gone } = listingChanges(a, b)
        expect(a.length - gone.length + added.length).toBe(b.length)
        expect(listingChanges(b, a)).toMatchObject({ added: gone, gone: added })
        expect(listingChanges(a, [...a].reverse())).toEqual({
          added: [],
          gone: [],
          changed: [],
        })
      }),
    )
  })
})
