import { wrapFetchWithPayment } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { PaymentBlocked } from '../errors.js'
import { stockClient } from '../testing/buyer.js'
import { PAY_TO, RESOURCE, seller } from '../testing/seller.js'
import { guarded } from './guarded.js'

describe('guarded', () => {
  test('default: an honest seller is paid', async () => {
    const { fetch, sales } = seller()
    const pay = wrapFetchWithPayment(...guarded(fetch, stockClient()))
    const response = await pay(RESOURCE)
    expect(response.status).toBe(200)
    expect(sales).toHaveLength(1)
    expect(sales[0]?.payment.payload).toMatchObject({ authorization: { to: PAY_TO, value: '10000' } })
  })
  test('blocked', async () => {
    const { fetch, sales } = seller()
    const pay = wrapFetchWithPayment(...guarded(fetch, stockClient(), { policy: { max_per_payment_usd: '0.001' } }))
    const error = await pay(RESOURCE).catch((e) => e)
    expect(error).toBeInstanceOf(PaymentBlocked)
    console.log(error.message, JSON.stringify(error.report.reasons.map((r: any) => r.decision + ' ' + r.code)))
    expect(sales).toEqual([])
  })
})
