import { describe, expect, test } from 'vitest'
import { purchaseId, readPurchase } from './purchase.js'
import { paymentPayload } from './testing/payments.js'

const encode = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64')

describe('readPurchase', () => {
  test('default: who pays, and what makes the payment this one', () => {
    const payload = paymentPayload()
    expect(readPurchase(encode(payload))).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      payload,
      payer: payload.payload.authorization.from,
      nonce: payload.payload.authorization.nonce,
      valid_before: 1_796_000_000,
    })
  })

  test('behavior: however it is written, it is the same payment', () => {
    const payload = paymentPayload()
    const { authorization } = payload.payload
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
    const id = readPurchase(encode(payload))?.id
    const other = {
      ...payload,
      resource: { url: 'https://other.example' },
      extensions: { a: 1 },
      payload: {
        signature: '0x00',
        authorization: {
          ...authorization,
          from: upper(authorization.from),
          nonce: upper(authorization.nonce),
        },
      },
    }
    expect(purchaseId(other)).toBe(id)
    const next = paymentPayload({ nonce: `0x${'02'.repeat(32)}` })
    expect(purchaseId(next)).not.toBe(id)
  })

  test.each([
    ['a scheme without a nonce', () => ({ transaction: 'AAAA' })],
    ['hex', () => paymentPayload({ validBefore: '0x6b0d657c' }).payload],
    ['blanks', () => paymentPayload({ validBefore: ' 1796000000' }).payload],
    [
      'another way beside it, which facilitators read first',
      () => ({
        ...paymentPayload().payload,
        permit2Authorization: { nonce: '1' },
      }),
    ],
  ])('behavior: what has more than one spelling is none (%s)', (_, payload) => {
    const header = encode({ ...paymentPayload(), payload: payload() })
    expect(readPurchase(header)).toBeNull()
  })

  test.each([
    ['', 'nothing'],
    ['!!!', 'not base64'],
    [encode('x').slice(0, 2), 'not JSON'],
    [encode(null), 'null'],
    [encode([]), 'a list'],
    [encode({}), 'no payment'],
    [
      encode({ ...paymentPayload(), accepted: { scheme: 'exact' } }),
      'no terms',
    ],
    [encode({ ...paymentPayload(), x402Version: '2' }), 'no version'],
    [encode({ ...paymentPayload(), a: 'a'.repeat(16_384) }), 'too long'],
  ])('behavior: %.20s is none (%s)', (header) => {
    expect(readPurchase(header)).toBeNull()
  })
})
