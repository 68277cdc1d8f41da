import { describe, expect, test } from 'vitest'
import { type Instant, parseInstant } from '../../time/instant.js'
import { readChallenge } from '../../x402/challenge.js'
import { glanceAtTerms } from './glance.js'
import type { TermsOutput } from './output.js'
import { terms } from './rulebook.js'

const NOW = '2026-11-30T12:00:00Z'
const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  maxTimeoutSeconds: 60,
}

function answer(accepts: readonly object[], status = 402) {
  const challenge = {
    x402Version: 2,
    resource: { url: 'https://a.example/x' },
    accepts,
  }
  const header = Buffer.from(JSON.stringify(challenge)).toString('base64')
  return {
    outcome: 'response' as const,
    status,
    headers: { 'content-type': 'text/html', 'payment-required': header },
    body: '{}',
    body_truncated: false,
  }
}

describe('glanceAtTerms', () => {
  test.each([
    ['a payable offer', answer([offer])],
    [
      'the first of two networks',
      answer([{ ...offer, network: 'solana' }, offer]),
    ],
    ['no mainnet', answer([{ ...offer, network: 'eip155:84532' }])],
    ['two payees', answer([offer, { ...offer, payTo: `0x${'b'.repeat(40)}` }])],
    ['no offer', answer([])],
    ['no paywall', answer([offer], 200)],
    ['a timeout', { outcome: 'timeout' as const }],
    ['unreachable', { outcome: 'unreachable' as const, detail: 'x' }],
  ])('behavior: says of %s what terms says', (_, probe) => {
    const judged = terms.judge({ now: NOW, probe }) as TermsOutput
    const challenge =
      probe.outcome === 'response'
        ? readChallenge(probe)
        : { offers: [], defects: [], documents: [] }
    const { payment, quality } = judged
    const { offer: seen, quality_code } = glanceAtTerms(
      probe,
      parseInstant(NOW) as Instant,
      challenge,
    )
    expect(quality_code).toBe(quality.code)
    expect(
      seen && [seen.network, seen.asset, seen.pay_to, seen.amount],
    ).toEqual(
      payment && [
        payment.network,
        payment.asset,
        payment.pay_to,
        payment.amount.atomic,
      ],
    )
  })
})
