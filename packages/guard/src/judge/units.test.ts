import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import { answerOf } from '../seats/presented.js'
import { challenge, entry, RESOURCE } from '../testing/seller.js'
import { explainHugeAmount, explainUnits } from './units.js'

describe('explainUnits', () => {
  test.each([
    ['10000000000000000', '0.01', 'sized for a token of 18 decimals'],
    ['10000000000', '0.01', '10^6 times'],
    ['10099999999', '0.01', '10^6 times'],
    ['1000000', '0.01', '100 times'],
    ['2', '2.00', 'a millionth'],
  ])('%s where %s USD is expected', (amount, expected, text) => {
    expect(explainUnits(amount, expected)?.text).toMatch(text)
  })

  test.each([
    ['10000', '0.01'],
    ['10100000001', '0.01'],
    ['0', '0.01'],
    ['10000', '0'],
    ['0.01', '0.01'],
    [null, '0.01'],
    ['10000', undefined],
    ['10000', 'x'],
  ])('nothing to explain: %s, %s', (amount, expected) => {
    expect(explainUnits(amount, expected)).toBeUndefined()
  })
})

describe('explainHugeAmount', () => {
  test('default: from a billion dollars on', () => {
    expect(explainHugeAmount('999999999999999')).toBeUndefined()
    expect(explainHugeAmount(null)).toBeUndefined()
    expect(explainHugeAmount('10000000000000000')).toMatchObject({
      code: 'units',
      measured: '10000000000',
      text: 'The challenge asks for 10000000000000000 atomic units, 10000000000 USD: sized for a token of 18 decimals it would be 0.01 USD, and USDC has 6.',
    })
  })
})

describe('an error', () => {
  const said = async (amount: string, expect_: object = {}) => {
    const { reasons } = await createGuard().check({
      method: 'GET',
      url: RESOURCE,
      challenge: answerOf(challenge([entry({ amount })])),
      ...expect_,
    })
    return reasons
      .filter(({ code }) => code === 'units')
      .map(({ text }) => text)
  }

  test('behavior: explains a price whose units were mixed up', async () => {
    expect(await said('10000000000000000')).toEqual([
      expect.stringMatching('18 decimals'),
    ])
    const listed = { expect: { listing: { price_usd: '0.01' } } }
    expect(await said('10000000000', listed)).toEqual([
      expect.stringMatching('10\\^6 times'),
    ])
    expect(await said('1000000000000')).toEqual([
      expect.stringMatching('10\\^6 times'),
    ])
    expect(await said('10000', listed)).toEqual([])
    expect(await said('2000000')).toEqual([])
  })
})
