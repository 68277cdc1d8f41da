import type { FacilitatorClient } from '@x402/core/server'
import { describe, expect, test } from 'vitest'
import { chargeApp } from './charge.js'
import { declare } from './declaration.js'
import { refusingFacilitator } from './facilitator.js'
import { ask } from './sellers/common.js'

const PAYER = '0x1111111111111111111111111111111111111111'
const SELLER = '0x2222222222222222222222222222222222222222'

function takingFacilitator(settled: string[]): FacilitatorClient {
  return {
    ...refusingFacilitator,
    verify: async () => ({ isValid: true, payer: PAYER }),
    settle: async (_payment, { network, amount, payTo }) => {
      settled.push(`${amount} to ${payTo}`)
      return { success: true, transaction: '0xabc', network, payer: PAYER }
    },
  }
}

describe('chargeApp', () => {
  test.each([
    [declare({ method: 'GET' }, { sky: 'fog' }), { sky: 'fog' }],
    [undefined, {}],
  ])('behavior: serves its sample once paid', async (declares, sample) => {
    const settled: string[] = []
    const app = await chargeApp(
      {
        kind: 'charge',
        asks: [ask('0.01', SELLER)],
        ...(declares && { declares }),
      },
      {
        title: 'Weather',
        origin: 'http://127.0.0.1:1',
        path: '/weather',
        startedAt: 0,
        facilitator: takingFacilitator(settled),
      },
    )
    const unpaid = await app.request('/weather')
    const header = unpaid.headers.get('payment-required') ?? ''
    const { accepts, ...rest } = JSON.parse(atob(header))
    const payment = { ...rest, accepted: accepts[0], payload: {} }
    const paid = await app.request('/weather', {
      headers: { 'payment-signature': btoa(JSON.stringify(payment)) },
    })
    expect([unpaid.status, paid.status, await paid.json(), settled]).toEqual([
      402,
      200,
      sample,
      [`10000 to ${SELLER}`],
    ])
  })
})
