import { digestOf, type Report } from '@assay402/core'
import { createGuard } from '../guard.js'
import type { Jwks } from '../judge/keys.js'
import type { GuardOptions } from '../options.js'
import { answerOf } from '../seats/presented.js'
import { challenge, RESOURCE } from './seller.js'

/** When all of it happens. */
export const NOW = Date.parse('2026-11-30T12:00:00Z')
/** What the guard is asked. */
export const ask = {
  method: 'GET',
  url: RESOURCE,
  challenge: answerOf(challenge()),
}

type Pair = { readonly privateKey: CryptoKey; readonly jwk: object }
let pair: Pair
let other: Pair

async function newKey(kid: string): Promise<Pair> {
  const keys = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { x } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  return {
    privateKey: keys.privateKey,
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid },
  }
}

/** Makes the keys of the engine and of somebody else. */
export async function makeKeys(): Promise<void> {
  pair = await newKey('one')
  other = await newKey('two')
}

/** A key that the engine does not have. */
export const otherKey = () => other

const base64url = (bytes: Uint8Array) =>
  Buffer.from(bytes).toString('base64url')
/** JSON as a part of a JWS. */
export const json64 = (value: unknown) =>
  base64url(new TextEncoder().encode(JSON.stringify(value)))

async function signed(
  claims: object,
  header: object = {},
  key: Pair = pair,
): Promise<string> {
  const head = { alg: 'EdDSA', typ: 'assay-receipt+jws', kid: 'one', ...header }
  const text = `${json64(head)}.${json64(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'Ed25519' },
    key.privateKey,
    new TextEncoder().encode(text),
  )
  return `${text}.${base64url(new Uint8Array(signature))}`
}

/** The report of an engine that thinks as this guard does, changed. */
async function reportWith(change: Partial<Report> = {}): Promise<Report> {
  const own = await createGuard({ now: () => NOW }).check(ask)
  return { ...own, software: { ...own.software, name: 'engine' }, ...change }
}

function claimsOf(report: Report, change: object = {}) {
  return {
    iss: 'https://engine.example',
    iat: NOW / 1000,
    exp: NOW / 1000 + 300,
    decision: report.decision,
    payment_terms_sha256: report.terms?.payment_terms_sha256 ?? null,
    report_sha256: digestOf(report),
    ...change,
  }
}

/** How the engine plays. */
export type Play = {
  readonly report?: Partial<Report>
  readonly claims?: object
  readonly header?: object
  readonly key?: () => Pair
  readonly receipt?: unknown
  readonly answer?: () => Response | Promise<Response>
  readonly shape?: 'beside'
}

function engine(play: Play = {}) {
  const asked: Record<string, unknown>[] = []
  let sets = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.endsWith('/.well-known/jwks.json')) {
      sets += 1
      return Response.json({ keys: [{ kty: 'RSA' }, pair.jwk] })
    }
    asked.push((await request.json()) as Record<string, unknown>)
    if (play.answer !== undefined) return play.answer()
    const report = await reportWith(play.report)
    const receipt =
      'receipt' in play
        ? play.receipt
        : await signed(claimsOf(report, play.claims), play.header, play.key?.())
    return Response.json(
      play.shape === 'beside' ? { report, receipt } : { ...report, receipt },
    )
  }
  return { fetch, asked, sets: () => sets }
}

/** A guard that asks it. */
export function guarded(
  play: Play = {},
  options: Omit<GuardOptions, 'engine'> = {},
  engineOptions: object = {},
) {
  const { fetch, asked, sets } = engine(play)
  const own = createGuard({
    now: () => NOW,
    ...options,
    engine: {
      url: 'https://engine.example/',
      fetch,
      jwks: { keys: [pair.jwk] } as Jwks,
      ...engineOptions,
    },
  })
  return { own, asked, sets }
}

/** A report that holds. */
export const held = {
  decision: 'hold',
  reasons: [
    {
      decision: 'hold',
      rulebook: 'counterparty',
      code: 'counterparty_avoid',
      text: 'x',
      measured: null,
      threshold: null,
      would_allow: null,
    },
  ],
} satisfies Partial<Report>
