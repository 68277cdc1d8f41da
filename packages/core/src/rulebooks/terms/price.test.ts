import { describe, expect, test } from 'vitest'
import type { Offer } from '../../x402/challenge-types.js'
import { OTHER_SELLER, SELLER } from '../../x402/testing/challenge-samples.js'
import { hasOneDeal, isAbove, isBelow } from './price.js'

describe('isAbove, isBelow', () => {
  test.each<[bigint, bigint, boolean, boolean]>([
    [1010n, 1000n, false, false],
    [1011n, 1000n, true, false],
    [990n, 1000n, false, false],
    [989n, 1000n, false, true],
    [1000n, 1000n, false, false],
    [100n, 99n, true, false],
    [99n, 100n, false, false],
    [98n, 100n, false, true],
    [1n, 0n, true, false],
    [10n ** 77n, 10n ** 77n - 1n, false, false],
  ])('%i of %i', (live, listed, above, below) => {
    expect(isAbove(live, listed)).toBe(above)
    expect(isBelow(live, listed)).toBe(below)
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
