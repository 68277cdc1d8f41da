import { resourceOf, sha256Hex } from '@assay402/core/light'

/** The request that a payment is for. */
export type PaidRequest = {
  /** METHOD, one space, the href without its fragment. */
  readonly resource: string
  readonly method: string
  readonly url: string
  /** `scheme://host[:port]`. */
  readonly host: string
  /** SHA-256 of the body's bytes, hex; of nothing when there is none. */
  readonly body_sha256: string
  /** What the three together are known by. */
  readonly key: string
  /** Nobody but the seller says that the challenge came from there. */
  readonly named_by?: 'seller'
}

/** A body as callers of fetch write it, as far as it can be hashed. */
export type BodyText = string | Uint8Array | null | undefined

const NO_BODY = sha256Hex('')

/** Names a request. Throws TypeError when the URL is not readable http(s). */
export async function requestOf(
  method: string,
  url: string,
  body?: BodyText,
): Promise<PaidRequest> {
  const target = targetOf(method, url)
  const body_sha256 = await bodyDigest(body)
  return { ...target, body_sha256, key: `${target.resource} ${body_sha256}` }
}

type Target = Omit<PaidRequest, 'body_sha256' | 'key'>

// Each payment is asked for and then sent: the same URL twice.
const targets = new Map<string, Target>()
const REMEMBERED = 256

function targetOf(method: string, url: string): Target {
  const written = `${method} ${url}`
  const known = targets.get(written)
  if (known !== undefined) return known
  const resource = resourceOf(method, url)
  if (resource === undefined)
    throw new TypeError(`not an http(s) request: ${written}`)
  const href = resource.slice(resource.indexOf(' ') + 1)
  const { origin } = new URL(href)
  const target = {
    resource,
    method: method.toUpperCase(),
    url: href,
    host: origin,
  }
  if (targets.size >= REMEMBERED) targets.clear()
  targets.set(written, target)
  return target
}

async function bodyDigest(body: BodyText): Promise<string> {
  if (body === null || body === undefined || body.length === 0) return NO_BODY
  if (typeof body === 'string') return sha256Hex(body)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(body))
  return hexOf(new Uint8Array(digest))
}

/** Lower-case hex of bytes. */
export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return hex
}

/** 128 random bits, hex. */
export function randomId(): string {
  if (used === POOL.length) {
    crypto.getRandomValues(POOL)
    used = 0
  }
  used += ID_BYTES
  return hexOf(POOL.subarray(used - ID_BYTES, used))
}

// One call for many ids: it costs as much as for one.
const ID_BYTES = 16
const POOL = new Uint8Array(64 * ID_BYTES)
let used = POOL.length
