import { createHmac, timingSafeEqual } from 'node:crypto'
import { hostKey } from '@assay402/core'
import type { Service } from '../service.js'

/** What a seller signs or puts into a file to speak for a host. */
export type ObjectionChallenge = {
  /** `scheme://host[:port]`. */
  readonly host: string
  readonly nonce: string
  readonly date: string
  readonly expires_at: string
  /** To be signed as it is by a wallet of the host. */
  readonly text: string
  /** Or: a file there with the nonce on a line of its own. */
  readonly file: string
}

/** How long a challenge is good for. */
export const CHALLENGE_MS = 600_000

type Maker = Pick<Service, 'settings'>

/** A fresh challenge. Nothing is stored: the nonce carries its own proof. */
export function newChallenge(
  service: Pick<Service, 'settings' | 'now' | 'randomBytes'>,
  host: string,
): ObjectionChallenge {
  const at = Math.floor(service.now() / 1000)
  const random = Buffer.from(service.randomBytes(16)).toString('hex')
  const stem = `${at}.${random}`
  return challengeOf(service, host, `${stem}.${sealOf(service, host, stem)}`)
}

/** The challenge of a nonce; undefined when it is not ours, or of another host. */
export function readChallenge(
  service: Maker,
  host: string,
  nonce: string,
): ObjectionChallenge | undefined {
  const [, stem, seal] = NONCE.exec(nonce) ?? []
  if (stem === undefined || seal === undefined) return undefined
  const expected = Buffer.from(sealOf(service, host, stem))
  return timingSafeEqual(expected, Buffer.from(seal))
    ? challengeOf(service, host, nonce)
    : undefined
}

/** `scheme://host[:port]` of a URL or of a bare name, which then is https. */
export function hostIn(text: string): string | undefined {
  const url = text.includes('://') ? text : `https://${text}`
  return hostKey(url)
}

const NONCE = /^(\d{1,12}\.[0-9a-f]{32})\.([0-9a-f]{64})$/

function challengeOf(
  { settings }: Maker,
  host: string,
  nonce: string,
): ObjectionChallenge {
  const at = Number(nonce.slice(0, nonce.indexOf('.'))) * 1000
  const date = new Date(at).toISOString()
  return {
    host,
    nonce,
    date,
    expires_at: new Date(at + CHALLENGE_MS).toISOString(),
    // The service is named, so that no other one can pass the signature on.
    text: [
      'I speak for this host and object to what is said of it.',
      '',
      `Service: ${settings.publicUrl}`,
      `Host: ${host}`,
      `Nonce: ${nonce}`,
      `Date: ${date}`,
    ].join('\n'),
    file: `${host}/.well-known/assay-objection.txt`,
  }
}

function sealOf({ settings }: Maker, host: string, stem: string): string {
  return createHmac('sha256', settings.salt)
    .update(`objection\n${host}\n${stem}`)
    .digest('hex')
}
