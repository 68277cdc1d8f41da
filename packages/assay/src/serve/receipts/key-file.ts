import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'

/** A public key as `/.well-known/jwks.json` lists it. */
export type PublicJwk = {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  /** RFC 7638 thumbprint. */
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

/** A key that receipts are signed with. */
export type ReceiptKey = {
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly jwk: PublicJwk
  readonly privateKey: KeyObject
}

/** A new Ed25519 key. */
export function newReceiptKey(now: number): ReceiptKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x } = privateKey.export({ format: 'jwk' })
  return { createdAt: now, jwk: publicJwk(x as string), privateKey }
}

/** What stands in a key's file: a private JWK with the date it was made. */
export function keyText({ createdAt, jwk, privateKey }: ReceiptKey): string {
  const { d } = privateKey.export({ format: 'jwk' })
  const { kty, crv, x, kid } = jwk
  const created_at = new Date(createdAt).toISOString()
  return `${JSON.stringify({ kty, crv, x, d, kid, created_at }, null, 2)}\n`
}

/** The key of a file. Throws an Error that says what is wrong with it. */
export function readKeyText(text: string): ReceiptKey {
  const read = fileSchema.safeParse(parsed(text))
  if (!read.success) throw new Error('not an Ed25519 private JWK of assay')
  const { d, x, created_at } = read.data
  const privateKey = privateKeyOf({ kty: 'OKP', crv: 'Ed25519', d, x })
  // The file's own `x` is not believed: what signs is `d`.
  if (privateKey.export({ format: 'jwk' }).x !== x)
    throw new Error('its x does not belong to its d')
  return { createdAt: Date.parse(created_at), jwk: publicJwk(x), privateKey }
}

/** RFC 7638: SHA-256 of the members that make the key, base64url. */
export function thumbprintOf(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
}

const base64url32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

const fileSchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: base64url32,
  d: base64url32,
  created_at: z.iso.datetime(),
})

function publicJwk(x: string): PublicJwk {
  const kid = thumbprintOf(x)
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function privateKeyOf(key: JsonWebKey): KeyObject {
  try {
    return createPrivateKey({ key, format: 'jwk' })
  } catch {
    throw new Error('its d is no Ed25519 key')
  }
}
