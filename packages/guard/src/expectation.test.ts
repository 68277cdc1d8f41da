import { describe, expect, test } from 'vitest'
import {
  type Expectation,
  isExpectedHost,
  readCall,
  withCall,
} from './expectation.js'
import { createGuard } from './guard.js'
import { answerOf } from './seats/presented.js'
import { refusal } from './testing/refusal.js'
import { challenge, RESOURCE } from './testing/seller.js'

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

function asked(expect: unknown, always?: Expectation): Promise<string> {
  const own = createGuard({ expect: always })
  return refusal(own.approve({ ...ask, expect: expect as Expectation }))
}

describe('readExpectation', () => {
  test.each<[unknown, string]>([
    [{ max_price: '1' }, 'no field of an expectation: max_price'],
    [{ MAX_PRICE_USD: '1' }, 'no field of an expectation: MAX_PRICE_USD'],
    [{ pay_to: null }, 'expectation, pay_to: not a text'],
    [{ network: 8453 }, 'expectation, network: not a text'],
    [{ host: ['a.example'] }, 'expectation, host: not a text'],
    [{ listing: 'a' }, 'expectation, listing: not an object'],
    [{ listing: { pay_to: 5 } }, 'expectation, listing.pay_to: not a text'],
    ['0.02', 'expectation: not an object'],
    [['0.02'], 'expectation: not an object'],
    [
      { max_price_usd: null },
      'expectation, max_price_usd: not an amount of USD',
    ],
    [
      { max_price_usd: '-1' },
      'expectation, max_price_usd: not an amount of USD',
    ],
    [
      { listing: { price_usd: 'free' } },
      'expectation, listing.price_usd: not an amount of USD',
    ],
  ])('behavior: %j is none', async (expected, message) => {
    expect(await asked(expected)).toBe(`TypeError: ${message}`)
  })

  test('behavior: a whole catalogue entry may stand as listing', async () => {
    const listing = { price_usd: '0.01', description: 'data' }
    expect(await asked({ listing })).toBe('paid')
  })

  test('behavior: a number of USD counts', async () => {
    expect(await asked({ max_price_usd: 0.01 })).toBe('paid')
    expect(await asked({ max_price_usd: 0.009 })).toBe(
      'PaymentBlocked over_payment_cap',
    )
  })

  test('behavior: what a call leaves undefined is as the guard has it', async () => {
    const always = { max_price_usd: '0.005' }
    expect(await asked({ max_price_usd: undefined }, always)).toBe(
      'PaymentBlocked over_payment_cap',
    )
    expect(await asked({ max_price_usd: '0.02' }, always)).toBe('paid')
  })
})

describe('expectations', () => {
  test.each([
    ['https://a.example', 'a.example', true],
    ['https://a.example', 'https://a.example', true],
    ['https://a.example:8443', 'a.example:8443', true],
    ['https://a.example:8443', 'a.example', false],
    ['http://a.example', 'https://a.example', false],
    ['https://a.example', 'b.example', false],
    ['https://a.example', 'not a host', false],
  ])('%s is expected as %s: %s', (origin, host, expected) => {
    expect(isExpectedHost(origin, host)).toBe(expected)
  })

  test('behavior: a call travels in a header and back', () => {
    const call = { expect: { host: 'ä.example' }, idempotency_key: 'k' }
    const init = withCall({ method: 'POST', headers: { a: 'b' } }, call)
    expect(init).toEqual({
      method: 'POST',
      headers: { a: 'b', 'assay-call': expect.any(String) },
    })
    expect(readCall(init.headers['assay-call'])).toEqual(call)
    expect(
      readCall(
        new Headers(withCall(undefined, call).headers).get('assay-call'),
      ),
    ).toEqual(call)
    expect(readCall(null)).toEqual({})
    expect(() => readCall('x')).toThrow('unreadable assay-call header')
  })
})
