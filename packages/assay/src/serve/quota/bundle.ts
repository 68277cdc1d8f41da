import { createHash, timingSafeEqual } from 'node:crypto'

/** A client that a trusted front end asks for. */
export type Bundle = {
  readonly client: string
  /** `hex` ids are installations; all others share little. */
  readonly kind: 'hex' | 'other'
}

export const BUNDLE_SECRET_HEADER = 'x-tw-bundle-secret'
export const BUNDLE_CLIENT_HEADER = 'x-tw-bundle-client'

/**
 * The bundle client that a request names: only with the operator's secret, which
 * is compared in constant time. Without a client id it is `anon`.
 */
export function bundleOf(
  header: (name: string) => string | undefined,
  secret: string | null,
): Bundle | null {
  const given = header(BUNDLE_SECRET_HEADER)
  if (secret === null || secret === '' || given === undefined) return null
  if (!isSame(given, secret)) return null
  const client = (header(BUNDLE_CLIENT_HEADER) ?? '').trim().slice(0, 128)
  return HEX_CLIENT.test(client)
    ? { client: client.toLowerCase(), kind: 'hex' }
    : { client: client === '' ? 'anon' : client, kind: 'other' }
}

const HEX_CLIENT = /^[0-9a-fA-F]{16,}$/

function isSame(a: string, b: string): boolean {
  // Digests are of one length, so that a length tells nothing either.
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
