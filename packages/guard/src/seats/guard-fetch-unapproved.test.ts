import { x402HTTPClient } from '@x402/core/client'
import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { RESOURCE, seller } from '../testing/seller.js'
import { stopDate } from '../testing/stopped-date.js'
import { guard } from './guard-client.js'
import { guardFetch } from './guard-fetch.js'

stopDate()

describe('guardFetch, payments that nobody approved', () => {
  const send = async (
    options: GuardOptions,
    headers: Record<string, string>,
  ) => {
    const { fetch, seen } = seller()
    const said = await refusal(
      guardFetch(fetch, options)(RESOURCE, { headers }),
    )
    return [said, seen.length]
  }

  test.each([
    [
      'signed elsewhere',
      btoa('{"x402Version":2,"payload":{"signature":"0x1"}}'),
    ],
    ['no JSON', btoa('hello')],
    ['no base64', '%%%'],
  ])('behavior: %s', async (_, payment) => {
    const refused = ['PaymentBlocked not_approved', 0]
    expect(await send({}, { 'PAYMENT-SIGNATURE': payment })).toEqual(refused)
    expect(await send({}, { 'x-payment': payment })).toEqual(refused)
  })

  test('behavior: a payment of one request does not go with another, nor twice', async () => {
    const { fetch, sales } = seller()
    const own = createGuard()
    const through = guardFetch(fetch, own)
    const http = new x402HTTPClient(guard(stockClient(), own))
    const asked = await through(RESOURCE)
    const headers = http.encodePaymentSignatureHeader(
      await http.createPaymentPayload(
        http.getPaymentRequiredResponse((name) => asked.headers.get(name)),
      ),
    )
    expect(await refusal(through(`${RESOURCE}/other`, { headers }))).toBe(
      'PaymentBlocked other_request',
    )
    expect(
      await refusal(through(RESOURCE, { headers, method: 'POST', body: 'x' })),
    ).toBe('PaymentBlocked other_request')
    expect(await refusal(guardFetch(fetch)(RESOURCE, { headers }))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(sales).toEqual([])
    expect((await through(RESOURCE, { headers })).status).toBe(200)
    expect(await refusal(through(RESOURCE, { headers }))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(sales).toHaveLength(1)
  })
})
