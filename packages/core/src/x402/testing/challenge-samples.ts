import type { JsonObject, JsonValue } from '../../json/value.js'
import type { CollectedResponse } from '../challenge-types.js'

export const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const USDC_ON_SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const SELLER = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const OTHER_SELLER = '0x1111111111111111111111111111111111111111'
export const SOLANA_SELLER = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A v2 entry on Base that nothing is wrong with. */
export function entry(changes: JsonObject = {}): JsonObject {
  return {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: USDC_ON_BASE,
    payTo: SELLER,
    maxTimeoutSeconds: 60,
    ...changes,
  }
}

/** The same in version 1. */
export function entryV1(changes: JsonObject = {}): JsonObject {
  const { amount: _, ...rest } = entry()
  return { ...rest, network: 'base', maxAmountRequired: '10000', ...changes }
}

/** A v2 entry on Solana that nothing is wrong with. */
export function solanaEntry(changes: JsonObject = {}): JsonObject {
  return entry({
    network: SOLANA,
    asset: USDC_ON_SOLANA,
    payTo: SOLANA_SELLER,
    ...changes,
  })
}

/** v2 terms that nothing is wrong with. */
export function v2(
  accepts: JsonValue = [entry()],
  changes: JsonObject = {},
): JsonObject {
  return {
    x402Version: 2,
    resource: { url: 'https://api.example.com/x' },
    accepts,
    ...changes,
  }
}

/** v1 terms that nothing is wrong with. */
export function v1(
  accepts: JsonValue = [entryV1()],
  changes: JsonObject = {},
): JsonObject {
  return { x402Version: 1, accepts, ...changes }
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}

/** A value as the header carries it. */
export function encoded(value: JsonValue): string {
  return base64(JSON.stringify(value))
}

/** A 402 answer with an empty JSON object as its body. */
export function answer(
  changes: Partial<CollectedResponse> = {},
): CollectedResponse {
  return {
    status: 402,
    headers: {},
    body: '{}',
    body_truncated: false,
    ...changes,
  }
}

/** A 402 answer whose header carries a value. */
export function withHeader(
  value: JsonValue,
  changes: Partial<CollectedResponse> = {},
): CollectedResponse {
  return answer({ headers: { 'payment-required': encoded(value) }, ...changes })
}
