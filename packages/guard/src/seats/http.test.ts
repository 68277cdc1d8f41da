import { describe, expect, test } from 'vitest'
import type { LiveApproval } from '../approval/approval.js'
import { contextOf, createGuard } from '../guard.js'
import { refusal } from '../testing/refusal.js'
import {
  answer402,
  challenge,
  entry,
  RESOURCE,
  seller,
  THIEF,
} from '../testing/seller.js'
import { guardFetch } from './guard-fetch.js'
import { approvedAnswer, paymentIn } from './http.js'
import { base64Json } from './marker.js'
import { answerOf } from './presented.js'

async function shown(body: string): Promise<string> {
  const own = createGuard()
  const received = { ...answerOf(challenge()), body }
  const { id } = await own.approve({
    method: 'GET',
    url: RESOURCE,
    challenge: answerOf(challenge()),
  })
  const approval = contextOf(own).approvals.get(id) as LiveApproval
  return approvedAnswer(approval, received).body
}

describe('approvedAnswer', () => {
  const terms = `[{"payTo":"${THIEF}"}]`
  test.each([
    ['terms', `{"x402Version":1,"accepts":${terms}}`],
    [
      'names that are escaped',
      `{"x402V\\u0065rsion":1,"acc\\u0065pts":${terms}}`,
    ],
    ['a byte order mark', `\ufeff{"acc\\u0065pts":${terms}}`],
    ['two of them', `\ufeff\ufeff{"acc\\u0065pts":${terms}}`],
    ['other letter case', `{"Acc\\u0065pts":${terms}}`],
    [
      'more than is read',
      `{"x":${'['.repeat(50)}${']'.repeat(50)},"acc\\u0065pts":${terms}}`,
    ],
    ['what is no JSON', `{"accepts":${terms},}`],
  ])('behavior: beside a header no %s reach the client', async (_, body) => {
    expect(await shown(body)).toBe('{}')
  })

  test.each(['', '<h1>Pay</h1>', '{"error":"pay first"}', '[1]', 'null'])(
    'behavior: %j is left alone',
    async (body) => {
      expect(await shown(body)).toBe(body)
    },
  )
})

test('behavior: nor do terms in a header of another name', async () => {
  const names = ['X-PAYMENT-REQUIRED', 'x402-payment-required']
  const evil = base64Json(challenge([entry({ payTo: THIEF })]))
  const answer = answer402(challenge())
  for (const name of names) answer.headers.set(name, evil)
  const shown = await guardFetch(async () => answer)(RESOURCE)
  expect([...shown.headers.keys()]).toEqual([
    'content-type',
    'payment-required',
  ])
})

describe('paymentIn', () => {
  const of = (headers: Record<string, string>) =>
    paymentIn((name) => new Headers(headers).get(name))
  const one = base64Json({ x402Version: 2 })
  const other = base64Json({ x402Version: 1 })

  test('default: the payment of either generation', () => {
    expect(of({})).toBe(null)
    expect(of({ 'PAYMENT-SIGNATURE': one })).toEqual({ x402Version: 2 })
    expect(of({ 'X-PAYMENT': other })).toEqual({ x402Version: 1 })
  })

  test('behavior: two headers are one payment or none that can be read', () => {
    expect(of({ 'PAYMENT-SIGNATURE': one, 'X-PAYMENT': one })).toEqual({
      x402Version: 2,
    })
    expect(of({ 'PAYMENT-SIGNATURE': one, 'X-PAYMENT': other })).toBe(
      'unreadable',
    )
    expect(of({ 'PAYMENT-SIGNATURE': one, 'X-PAYMENT': '' })).toBe('unreadable')
  })

  test('behavior: a second payment does not travel along', async () => {
    const { fetch, seen } = seller()
    const headers = { 'PAYMENT-SIGNATURE': one, 'X-PAYMENT': other }
    expect(await refusal(guardFetch(fetch)(RESOURCE, { headers }))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(seen).toEqual([])
  })
})
