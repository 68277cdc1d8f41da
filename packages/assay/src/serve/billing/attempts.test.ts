import { describe, expect, test } from 'vitest'
import { LIMITS } from '../quota/limits.js'
import { startService } from '../testing/running.js'
import {
  PAY_TO,
  paymentPayload,
  takingFacilitator,
} from './testing/payments.js'

const PATH = `/merchant/check?merchant_wallet_address=${PAY_TO}`
const { limit } = LIMITS.refused_payments

async function shop(verify: () => Promise<{ isValid: boolean }>) {
  let verified = 0
  const running = await startService({
    settings: { payTo: { 'eip155:8453': PAY_TO } },
    parts: {
      facilitator: takingFacilitator({
        verify: async () => {
          verified++
          return {
            ...(await verify()),
            invalidReason: 'invalid_exact_evm_payload_signature',
            payer: PAY_TO,
          }
        },
      }),
    },
  })
  let nonces = 0
  const pay = async () => {
    const nonce = `0x${String(++nonces).padStart(64, '0')}`
    const payment = JSON.stringify(paymentPayload({ nonce }))
    return running.get(PATH, {
      headers: {
        'payment-signature': Buffer.from(payment).toString('base64'),
      },
    })
  }
  return { ...running, pay, verified: () => verified }
}

describe('takeAttempt', () => {
  test('default: refused payments of a network are limited, in parallel too', async () => {
    const { pay, verified, pass } = await shop(async () => ({ isValid: false }))
    const answers = await Promise.all(
      Array.from({ length: limit + 5 }, () => pay()),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 402)).toHaveLength(limit)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(verified()).toBe(limit)
    const late = await pay()
    expect(late.headers.get('retry-after')).toBe('3600')
    expect(await late.json()).toMatchObject({ code: 'quota_exhausted' })
    pass(3_600_000)
    expect((await pay()).status).toBe(402)
  })

  test('behavior: good payments, and a facilitator that fails, do not count', async () => {
    let isDown = false
    const { pay } = await shop(async () => {
      if (isDown) throw new Error('it does not answer')
      return { isValid: true }
    })
    for (let i = 0; i < limit + 1; i++) expect((await pay()).status).toBe(200)
    isDown = true
    for (let i = 0; i < limit + 1; i++) expect((await pay()).status).toBe(502)
  })
})
