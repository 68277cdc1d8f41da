import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload } from '@x402/core/types'
import type { Payment } from '../../../store/words/payments.js'
import { NOON } from '../../quota/testing/callers.js'
import { purchaseOf } from '../purchase.js'
import { answerText } from '../stored-answer.js'

export const PAYER = `0x${'aa'.repeat(20)}`
export const PAY_TO = `0x${'bb'.repeat(20)}`
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** A payment of $0.01, signed by nobody. */
export function paymentPayload(authorization: object = {}) {
  return {
    x402Version: 2,
    accepted: {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset: USDC,
      payTo: PAY_TO,
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    },
    payload: {
      signature: `0x${'11'.repeat(65)}`,
      authorization: {
        from: PAYER,
        to: PAY_TO,
        value: '10000',
        validAfter: '0',
        validBefore: '1796000000',
        nonce: `0x${'01'.repeat(32)}`,
        ...authorization,
      },
    },
  } satisfies PaymentPayload
}

/** A payment that began at noon, good for 60 s. */
export function storedPayment(fields: Partial<Payment> = {}): Payment {
  const validBefore = String(NOON / 1_000 + 60)
  const payload = paymentPayload({ validBefore })
  const { id = '', payer = '', nonce = '' } = purchaseOf(payload) ?? {}
  return {
    id,
    at: NOON,
    route: 'GET /merchant/check',
    request_sha256: '00',
    payer,
    network: 'eip155:8453',
    nonce,
    amount_atomic: '10000',
    state: 'settling',
    answer: answerText({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"answer":1}',
      payment: { payload, requirements: payload.accepted },
      subject: 'ab',
      pack_seed: null,
    }),
    settlement: null,
    ...fields,
  }
}

/** Takes every payment, unless told otherwise. */
export function takingFacilitator(
  parts: Partial<FacilitatorClient> = {},
): FacilitatorClient {
  return {
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
      extensions: [],
      signers: {},
    }),
    verify: async () => ({ isValid: true, payer: PAYER }),
    settle: async (_, { network }) => ({
      success: true,
      transaction: '0x1',
      network,
      payer: PAYER,
    }),
    ...parts,
  }
}
