import { type EvidenceRecord, resourceId, sealEvidence } from '@assay402/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChallengeData, robotsBlockedChallenge } from '../collect/index.js'
import { crawlCollector, observationOf } from './observation.js'
import { challengeHeader } from './testing/sellers.js'

const URL_ASKED = 'https://a.example/x'
const ID = '01K00000000000000000000001'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const WALLET = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const NO_TERMS = {
  challenge: 'none',
  price_atomic: null,
  network: null,
  asset: null,
  pay_to: null,
  quote_atomic: null,
}

describe('observationOf', () => {
  test('default: a readable challenge', () => {
    expect(observe(answer(402, paymentRequired()))).toEqual({
      evidence_id: ID,
      resource_id: resourceId(`POST ${URL_ASKED}`),
      at: Date.UTC(2026, 10, 30, 12),
      origin: 'crawl',
      result: 'response',
      status: 402,
      challenge: 'valid',
      price_atomic: '10000',
      network: 'eip155:8453',
      asset: USDC,
      pay_to: WALLET,
      quote_atomic: '10000',
      quality_code: 'quality_unverified',
    })
  })

  test('behavior: a record of a live check is told by its collector', () => {
    const collector = { id: 'challenge', version: '1' }
    const row = observationOf(recordOf(dataOf(answer(200)), { collector }))
    expect(row?.origin).toBe('check')
  })

  test.each([
    ['no paywall', answer(200), 'response', 200, 'quality_bad_status'],
    ['not exercised', answer(405), 'response', 405, 'quality_bad_status'],
    ['a 402 without terms', answer(402), 'response', 402, 'quality_bad_status'],
    ['a server error', answer(500), 'response', 500, 'quality_bad_status'],
    [
      'a timeout',
      failed('timeout', 'deadline'),
      'timeout',
      null,
      'quality_unreachable',
    ],
    [
      'no server',
      failed('unreachable', 'connection_refused'),
      'network_error',
      null,
      'quality_unreachable',
    ],
    [
      'a private address',
      failed('refused', 'address'),
      'network_error',
      null,
      'quality_unreachable',
    ],
    [
      'a 402 that was cut',
      { ...answer(402), body_end: 'lost' },
      'network_error',
      402,
      'quality_unreachable',
    ],
    [
      'a 402 that never ended',
      { ...answer(402), body_end: 'deadline' },
      'timeout',
      402,
      'quality_unreachable',
    ],
  ] as const)('behavior: %s', (_, seen, result, status, quality_code) => {
    expect(observe(seen)).toMatchObject({
      ...NO_TERMS,
      result,
      status,
      quality_code,
    })
  })

  test('behavior: a bot wall and robots.txt block; they say nothing of the seller', () => {
    const walled = { ...dataOf(answer(403)), blocked_by: 'cloudflare' }
    expect(observationOf(recordOf(walled))).toMatchObject({
      ...NO_TERMS,
      result: 'robots_blocked',
      status: 403,
      quality_code: 'not_asked',
    })
    const blocked = robotsBlockedChallenge(URL_ASKED, 'GET')
    expect(observationOf(recordOf(blocked))).toMatchObject({
      ...NO_TERMS,
      result: 'robots_blocked',
      status: null,
      quality_code: 'not_asked',
    })
  })

  test('behavior: the cheapest canonical quote on a mainnet, the terms a buyer would pay', () => {
    const offer = (more: object) => ({
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '30000',
      asset: USDC,
      payTo: WALLET,
      maxTimeoutSeconds: 60,
      ...more,
    })
    const offers = [
      offer({ amount: '5', network: 'eip155:84532' }),
      offer({ amount: '7', asset: WALLET.replace('0x2', '0x3') }),
      offer({ amount: '9', scheme: 'upto' }),
      offer({}),
      offer({
        amount: '20000',
        network: 'eip155:1',
        asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      }),
    ]
    expect(observe(answer(402, paymentRequired(offers)))).toMatchObject({
      challenge: 'valid',
      price_atomic: '30000',
      network: 'eip155:8453',
      quote_atomic: '20000',
    })
    const testnet = observe(answer(402, paymentRequired(offers.slice(0, 1))))
    expect(testnet).toMatchObject({
      challenge: 'valid',
      price_atomic: '5',
      network: 'eip155:84532',
      quote_atomic: null,
    })
    const upto = observe(answer(402, paymentRequired([offers[2] as object])))
    expect(upto).toMatchObject({ ...NO_TERMS, challenge: 'valid' })
    const broken = observe(
      answer(402, paymentRequired([offer({ amount: 'x' })])),
    )
    expect(broken).toMatchObject({ ...NO_TERMS, challenge: 'invalid' })
  })

  test('behavior: other records count for nothing', () => {
    const robots = recordOf(dataOf(answer(200)), { kind: 'robots' })
    expect(observationOf(robots)).toBeUndefined()
    const lost = sealEvidence({
      ...bare(),
      status: 'failed',
      failure: { code: 'x', detail: '' },
    })
    expect(observationOf(lost)).toBeUndefined()
    for (const data of [null, 1, [], {}, { answer: 1 }, { answer: {} }])
      expect(observationOf(recordOf(data as never))).toBeUndefined()
  })

  test('behavior: any body and header gives the same row twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (header, body) => {
        const seen = {
          ...answer(402, [['payment-required', header]]),
          body_base64: base64(body),
        }
        expect(observe(seen)).toEqual(observe(seen))
      }),
    )
  })
})

type Answer = ChallengeData['answer']

function observe(seen: Answer) {
  return observationOf(recordOf(dataOf(seen)))
}

function answer(
  status: number,
  headers: readonly (readonly [string, string])[] = [],
): Extract<Answer, { outcome: 'response' }> {
  return {
    outcome: 'response',
    status,
    headers: headers.map(([name, value]) => ({
      name,
      value_base64: base64(value),
    })),
    body_base64: '',
    body_truncated: false,
    body_end: 'complete',
    redirect_stopped: null,
  }
}

function failed(
  outcome: 'timeout' | 'unreachable' | 'refused',
  code: 'deadline' | 'connection_refused' | 'address',
): Answer {
  return { outcome, code, detail: '' }
}

function paymentRequired(
  accepts?: readonly object[],
): [name: string, value: string][] {
  const header =
    accepts === undefined
      ? challengeHeader('/x')
      : base64(
          JSON.stringify({
            x402Version: 2,
            resource: { url: URL_ASKED },
            accepts,
          }),
        )
  return [['PAYMENT-REQUIRED', header]]
}

function dataOf(seen: Answer): ChallengeData {
  const asked = robotsBlockedChallenge(URL_ASKED, 'GET')
  return { ...asked, answer: seen, blocked_by: null }
}

function bare() {
  return {
    id: ID,
    kind: 'challenge' as const,
    subject: `POST ${URL_ASKED}`,
    collected_at: '2026-11-30T12:00:00.000Z',
    collector: crawlCollector,
  }
}

function recordOf(
  data: ChallengeData,
  more: Partial<Pick<EvidenceRecord, 'kind' | 'collector'>> = {},
): EvidenceRecord {
  return sealEvidence({
    ...bare(),
    ...more,
    status: 'collected',
    data: JSON.parse(JSON.stringify(data)),
  })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
