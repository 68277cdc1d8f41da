import { describe, expect, test } from 'vitest'
import type { Offer } from '../../x402/challenge-types.js'
import { OTHER_SELLER, SELLER } from '../../x402/testing/challenge-samples.js'
import { byPrice, hasOneDeal, isBelow } from './price.js'

describe('byPrice', () => {
  test.each<[string, bigint, 'above' | 'near' | 'below']>([
    ['1010', 1000n, 'near'],
    ['1011', 1000n, 'above'],
    ['990', 1000n, 'near'],
    ['989', 1000n, 'below'],
    ['1000', 1000n, 'near'],
    ['100', 99n, 'above'],
    ['99', 100n, 'near'],
    ['98', 100n, 'below'],
    ['1', 0n, 'above'],
    [`1${'0'.repeat(77)}`, 10n ** 77n - 1n, 'near'],
  ])('%s of %i is %s', (amount, listed, expected) => {
    const offer = { amount } as Offer
    expect(byPrice([offer], listed)).toEqual({
      near: expected === 'near' ? [offer] : [],
      below: expected === 'below' ? [offer] : [],
    })
    expect(isBelow(BigInt(amount), listed)).toBe(expected === 'below')
  })
})

describe('hasOneDeal', () => {
  type Entry = [amount: string, payTo?: string, network?: string]

  test.each<[string, Entry[], boolean]>([
    ['one entry', [['100']], true],
    ['amounts 1 % of the smaller apart', [['100'], ['101']], true],
    ['amounts further apart', [['100'], ['102']], false],
    ['the larger one first', [['102'], ['100']], false],
    ['a third one further apart', [['1000'], ['1010'], ['999']], false],
    [
      'one payee in two spellings',
      [['100'], ['100', SELLER.toLowerCase()]],
      true,
    ],
    ['two payees', [['100'], ['100', OTHER_SELLER]], false],
    ['two networks', [['100'], ['900', OTHER_SELLER, 'eip155:1']], true],
  ])('%s', (_, entries, expected) => {
    const offers = entries.map(
      ([amount, pay_to = SELLER, network = 'eip155:8453']) =>
        ({ amount, pay_to, network }) as Offer,
    )
    expect(hasOneDeal(offers)).toBe(expected)
  })
})
