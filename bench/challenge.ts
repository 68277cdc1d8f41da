import { type CollectedResponse, readChallenge } from '@assay402/core'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { parsePaymentRequired } from '@x402/core/schemas'
import { ratePerSecond } from './measure.js'
import type { BenchOptions, Row } from './row.js'

/** Reading a v2 header with two offers, against the official pair. */
export function challengeBench(options: BenchOptions): Omit<Row, 'repeat'>[] {
  const known = responseWith(0)
  const header = known.headers['payment-required'] as string
  const official = ratePerSecond(
    () => parsePaymentRequired(decodePaymentRequiredHeader(header)),
    options,
  )
  const warm = ratePerSecond(() => readChallenge(known), options)
  // Every answer names wallets never seen before, so each checksum is computed.
  const fresh = Array.from({ length: 20_000 }, (_, i) => responseWith(i + 1))
  let next = 0
  const cold = ratePerSecond(
    () => readChallenge(fresh[next++ % fresh.length] as CollectedResponse),
    options,
  )
  const row = (what: string, target: string, rate: number) => ({
    what,
    target,
    measured: `${Math.round(rate)}/s`,
    ratio: rate / official,
    baseline: `@x402/core decode + zod schema: ${Math.round(official)}/s`,
  })
  return [
    row(
      'read a challenge, addresses already seen',
      '≥ 60 000/s, ratio ≥ 1',
      warm,
    ),
    row('read a challenge, cold checksums', '≥ 20 000/s', cold),
  ]
}

function responseWith(seed: number): CollectedResponse {
  const offer = (network: string, asset: string, position: number) => ({
    scheme: 'exact',
    network,
    amount: '10000',
    asset,
    payTo: walletOf(seed * 2 + position),
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  })
  const challenge = {
    x402Version: 2,
    error: 'Payment required',
    resource: {
      url: 'https://svc.example/check',
      description: 'check',
      mimeType: 'application/json',
    },
    accepts: [
      offer('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 0),
      offer('eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 1),
    ],
  }
  return {
    status: 402,
    headers: {
      'content-type': 'application/json',
      'payment-required': Buffer.from(JSON.stringify(challenge)).toString(
        'base64',
      ),
    },
    body: '{}',
    body_truncated: false,
  }
}

/** A mixed-case address, so that its checksum has to be computed. */
function walletOf(seed: number): string {
  const digits = (seed * 2654435761).toString(16).padStart(16, '7')
  return `0x${digits.slice(0, 16)}${'aB'.repeat(12)}`
}
