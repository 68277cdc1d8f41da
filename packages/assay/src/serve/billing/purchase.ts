import { canonicalJson, sha256Hex } from '@assay402/core'
import type { PaymentPayload } from '@x402/core/types'
import { z } from 'zod'

/** A payment that came with a request; whether it is worth anything is open. */
export type Purchase = {
  /**
   * SHA-256, hex, of what makes the payment this one: network, token, payer and
   * nonce, however the rest of the header is written.
   */
  readonly id: string
  readonly payload: PaymentPayload
  readonly payer: string
  readonly nonce: string
  /** Seconds since the epoch after which it is void. */
  readonly valid_before: number
}

/** Longer headers than Node takes are no payment either. */
const MOST_CHARACTERS = 16_384

/** Reads a payment header (base64 of JSON); null when it is not one. */
export function readPurchase(header: string): Purchase | null {
  if (header.length > MOST_CHARACTERS || !BASE64.test(header)) return null
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return null
  }
  return purchaseOf(json)
}

/** The same from the decoded object, e.g. of a tool call's `_meta`. */
export function purchaseOf(value: unknown): Purchase | null {
  const read = PAYLOAD.safeParse(value)
  if (!read.success) return null
  const { accepted, payload } = read.data
  const { from, nonce, validBefore } = payload.authorization
  const payer = from.toLowerCase()
  const names = [accepted.network, accepted.asset.toLowerCase(), payer]
  return {
    id: sha256Hex(canonicalJson([...names, nonce.toLowerCase()])),
    payload: read.data as unknown as PaymentPayload,
    payer: from,
    nonce: nonce.toLowerCase(),
    valid_before: Number(validBefore),
  }
}

/** The id of the payment that the SDK hands to its hooks. */
export function purchaseId(payload: unknown): string | null {
  return purchaseOf(payload)?.id ?? null
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

// EIP-3009: the only way of `exact` that our challenges offer. Nothing beside it:
// facilitators read other ways first, whose ids the buyer could make at will.
const TRANSFER = z.strictObject({
  signature: z.string(),
  authorization: z.looseObject({
    from: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
    // Facilitators take 0x…, too: one payment would have many spellings.
    validBefore: z.string().regex(/^[0-9]{1,20}$/),
  }),
})

// The rest stays open: the facilitator, not this, judges the payment.
const PAYLOAD = z.looseObject({
  x402Version: z.number(),
  accepted: z.looseObject({
    scheme: z.string().min(1).max(64),
    network: z.string().min(3).max(128),
    amount: z.string().max(80),
    asset: z.string().max(128),
    payTo: z.string().max(128),
  }),
  payload: TRANSFER,
})
