import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf } from '../seats/presented.js'
import {
  ask,
  guarded,
  held,
  json64,
  makeKeys,
  NOW,
  otherKey,
  type Play,
} from '../testing/engine.js'
import { refusal } from '../testing/refusal.js'
import { challenge, entry, THIEF } from '../testing/seller.js'

beforeAll(makeKeys)

describe('receipts', () => {
  test.each<[string, Play]>([
    ['no receipt', { receipt: undefined }],
    ['two parts', { receipt: 'a.b' }],
    ['no base64', { receipt: '%.%.%' }],
    ['no JSON', { receipt: 'YQ.YQ.YQ' }],
    ['a list', { receipt: `${json64([])}.${json64([])}.YQ` }],
    ['another algorithm', { header: { alg: 'none' } }],
    ['HS256', { header: { alg: 'HS256' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['critical headers', { header: { crit: ['x'] } }],
    ['another key', { key: otherKey }],
    ['an unknown key', { header: { kid: 'two' } }],
    ['another issuer', { claims: { iss: 'https://other.example' } }],
    ['the future', { claims: { iat: NOW / 1000 + 31 } }],
    ['no time', { claims: { iat: undefined } }],
    ['the past', { claims: { exp: NOW / 1000 - 30 } }],
    ['no end', { claims: { exp: null } }],
    ['another report', { claims: { report_sha256: 'x' } }],
    ['another decision', { claims: { decision: 'block' } }],
    ['a decision against its reasons', { report: { reasons: held.reasons } }],
    ['a reason of another word', { report: { reasons: [{}] as never } }],
    ['other terms', { claims: { payment_terms_sha256: 'x' } }],
    [
      'another resource',
      {
        report: {
          subject: {
            resource: 'GET https://x.example/',
            resource_id: '',
            host: '',
            listed: null,
          },
        },
      },
    ],
  ])(
    'behavior: a receipt with %s stops the payment, whatever the fail mode',
    async (_, play) => {
      const { own } = guarded(play, { fail_mode: 'open' })
      expect(await refusal(own.approve(ask))).toBe(
        'PaymentBlocked receipt_invalid',
      )
    },
  )

  test('behavior: a report on terms that this client would not sign', async () => {
    const asked = {
      ...ask,
      challenge: answerOf(challenge([entry({ payTo: THIEF })])),
    }
    expect(await refusal(guarded().own.approve(asked))).toBe(
      'PaymentBlocked receipt_invalid',
    )
  })

  test('behavior: an audience that was asked for has to be named', async () => {
    const audience = { audience: 'me' }
    expect(await refusal(guarded({}, {}, audience).own.approve(ask))).toBe(
      'PaymentBlocked receipt_invalid',
    )
    const { own, asked } = guarded({ claims: { aud: 'me' } }, {}, audience)
    expect(await refusal(own.approve(ask))).toBe('paid')
    expect(asked[0]?.['options']).toEqual(audience)
  })

  test('behavior: the issuer can be said', async () => {
    const named = guarded({ claims: { iss: 'assay' } }, {}, { issuer: 'assay' })
    expect(await refusal(named.own.approve(ask))).toBe('paid')
  })
})
