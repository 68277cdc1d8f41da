import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { randomId } from '../../inspect/ids.js'
import type { ReceiptClaims, ReceiptSigner } from '../service.js'
import type { ReceiptKey } from './key-file.js'
import type { ReceiptKeys } from './keys.js'

/** The header `typ` of every receipt. */
export const RECEIPT_TYPE = 'assay-receipt+jws'

/** Seconds that a receipt is good for. */
export const EXPIRES_IN = { least: 60, usual: 300, most: 3_600 } as const

export type ReceiptSignerOptions = {
  readonly keys: ReceiptKeys
  /** `iss`: the origin that callers know this service by. */
  readonly issuer: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

/**
 * Signs receipts as compact JWS: EdDSA over Ed25519, on the thread pool, so that
 * the event loop is not held. Rejects with RangeError on a lifetime out of range.
 */
export function createReceiptSigner(
  options: ReceiptSignerOptions,
): ReceiptSigner {
  const { keys, issuer, now, randomBytes } = options
  return {
    sign: async (claims) => {
      const id = randomId(randomBytes(16))
      const iat = Math.floor(now() / 1000)
      const payload = payloadOf(claims, { iss: issuer, iat, jti: id })
      const key = keys.signing()
      const text = `${headerOf(key)}.${base64urlOf(payload)}`
      const signature = await signEd25519(Buffer.from(text), key.privateKey)
      return { id, jws: `${text}.${signature.toString('base64url')}` }
    },
    jwks: () => ({ keys: keys.published() }),
  }
}

type Issued = {
  readonly iss: string
  readonly iat: number
  readonly jti: string
}

function payloadOf(claims: ReceiptClaims, { iss, iat, jti }: Issued): object {
  const { aud, expires_in = EXPIRES_IN.usual } = claims
  if (!(expires_in >= EXPIRES_IN.least && expires_in <= EXPIRES_IN.most))
    throw new RangeError('a receipt is good for 60 to 3600 s')
  return {
    iss,
    ...(aud !== undefined && { aud }),
    iat,
    exp: iat + Math.floor(expires_in),
    jti,
    surface: claims.surface,
    decision: claims.decision,
    subject: claims.subject,
    terms: claims.terms,
    payment_terms_sha256: claims.payment_terms_sha256,
    report_sha256: claims.report_sha256,
    rulebooks: claims.rulebooks,
  }
}

function headerOf({ jwk }: ReceiptKey): string {
  return base64urlOf({ alg: 'EdDSA', typ: RECEIPT_TYPE, kid: jwk.kid })
}

function base64urlOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Without a callback it would sign on the event loop, five times as costly there. */
const signAsync = promisify(
  (
    data: Buffer,
    key: KeyObject,
    done: (error: Error | null, signature: Buffer) => void,
  ) => sign(null, data, key, done),
)

async function signEd25519(data: Buffer, key: KeyObject): Promise<Buffer> {
  return await signAsync(data, key)
}
