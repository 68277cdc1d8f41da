import { digestOf, type Report } from '@assay402/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import type { GuardOptions } from '../options.js'
import { answerOf } from '../seats/presented.js'
import { refusal } from '../testing/refusal.js'
import { about, challenge, entry, RESOURCE, THIEF } from '../testing/seller.js'
import type { Jwks } from './keys.js'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

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
beforeAll(async () => {
  pair = await newKey('one')
  other = await newKey('two')
})

const base64url = (bytes: Uint8Array) =>
  Buffer.from(bytes).toString('base64url')
const json64 = (value: unknown) =>
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

type Play = {
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

function guarded(
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

const held: Partial<Report> = {
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
}

describe('the engine', () => {
  test('default: its report stands, what it was asked is the very challenge', async () => {
    const { own, asked } = guarded({}, {}, { audience: undefined })
    const { report } = await own.approve({
      ...ask,
      expect: { listing: { price_usd: '0.01' } },
    })
    expect(report.software.name).toBe('engine')
    expect(asked).toEqual([
      {
        url: RESOURCE,
        method: 'GET',
        challenge: ask.challenge,
        expected: { price_usd: '0.01' },
        policy: expect.objectContaining({ daily_cap_usd: '25' }),
      },
    ])
  })

  test('behavior: the worse of the two decides', async () => {
    expect(await refusal(guarded({ report: held }).own.approve(ask))).toBe(
      'PaymentHeld counterparty_avoid',
    )
    const capped = { policy: { max_per_payment_usd: '0.001' } }
    expect(
      await refusal(guarded({ report: held }, capped).own.approve(ask)),
    ).toBe('PaymentBlocked over_payment_cap')
  })

  test('behavior: the report may stand beside the receipt; keys are fetched once', async () => {
    const { own, sets } = guarded({ shape: 'beside' }, {}, { jwks: undefined })
    await own.approve(ask)
    await own.approve(ask)
    expect(sets()).toBe(1)
  })

  test('behavior: an engine alone leaves the local opinion of the host aside, not the limits', async () => {
    const url = 'https://openai-login.example/x'
    const asked = { ...ask, url, challenge: answerOf(about(url)) }
    const subject = {
      resource: `GET ${url}`,
      resource_id: 'x',
      host: 'https://openai-login.example',
      listed: null,
    }
    const play = {
      report: { subject, decision: 'allow', reasons: [] } as Partial<Report>,
    }
    expect(
      await refusal(guarded(play, { sources: 'engine' }).own.approve(asked)),
    ).toBe('paid')
    expect(
      await refusal(guarded(play, { sources: 'both' }).own.approve(asked)),
    ).toBe('PaymentHeld destination_suspicious')
    const capped = {
      sources: 'engine' as const,
      policy: { daily_cap_usd: '0' },
    }
    expect(await refusal(guarded(play, capped).own.approve(asked))).toBe(
      'PaymentBlocked daily_cap',
    )
  })

  test.each<[string, Play]>([
    ['no receipt', { receipt: undefined }],
    ['two parts', { receipt: 'a.b' }],
    ['no base64', { receipt: '%.%.%' }],
    ['no JSON', { receipt: 'YQ.YQ.YQ' }],
    ['a list', { receipt: `${json64([])}.${json64([])}.YQ` }],
    ['another algorithm', { header: { alg: 'none' } }],
    ['HS256', { header: { alg: 'HS256' } }],
    ['another type', { header: { typ: 'JWT' } }],
    ['critical headers', { header: { crit: ['x'] } }],
    ['another key', { key: () => other }],
    ['an unknown key', { header: { kid: 'two' } }],
    ['another issuer', { claims: { iss: 'https://other.example' } }],
    ['the future', { claims: { iat: NOW / 1000 + 31 } }],
    ['no time', { claims: { iat: undefined } }],
    ['the past', { claims: { exp: NOW / 1000 - 30 } }],
    ['no end', { claims: { exp: null } }],
    ['another report', { claims: { report_sha256: 'x' } }],
    ['another decision', { claims: { decision: 'block' } }],
    ['other terms', { claims: { payment_terms_sha256: 'x' } }],
    [
      'another resource',
      {
        report: {
          subject: {
            resource: 'GET https://x.example/',
            resource_id: '',
            host: '',
            listed: null,
          },
        },
      },
    ],
  ])(
    'behavior: a receipt with %s stops the payment, whatever the fail mode',
    async (_, play) => {
      const { own } = guarded(play, { fail_mode: 'open' })
      expect(await refusal(own.approve(ask))).toBe(
        'PaymentBlocked receipt_invalid',
      )
    },
  )

  test('behavior: a report on terms that this client would not sign', async () => {
    const asked = {
      ...ask,
      challenge: answerOf(challenge([entry({ payTo: THIEF })])),
    }
    expect(await refusal(guarded().own.approve(asked))).toBe(
      'PaymentBlocked receipt_invalid',
    )
  })

  test('behavior: an audience that was asked for has to be named', async () => {
    const audience = { audience: 'me' }
    expect(await refusal(guarded({}, {}, audience).own.approve(ask))).toBe(
      'PaymentBlocked receipt_invalid',
    )
    const { own, asked } = guarded({ claims: { aud: 'me' } }, {}, audience)
    expect(await refusal(own.approve(ask))).toBe('paid')
    expect(asked[0]?.['options']).toEqual(audience)
  })

  test('behavior: the issuer can be said', async () => {
    const named = guarded({ claims: { iss: 'assay' } }, {}, { issuer: 'assay' })
    expect(await refusal(named.own.approve(ask))).toBe('paid')
  })
})

describe('fail modes', () => {
  const silent: [string, Play][] = [
    [
      'a refused connection',
      { answer: () => Promise.reject(new TypeError('fetch failed')) },
    ],
    ['an error', { answer: () => Response.json({}, { status: 503 }) }],
    ['no JSON', { answer: () => new Response('<html>') }],
    ['no object', { answer: () => Response.json(null) }],
    ['no report', { answer: () => Response.json({ report: 'assay/2' }) }],
    [
      'no reasons',
      {
        answer: () =>
          Response.json({
            report: 'assay/1',
            decision: 'allow',
            subject: {},
            terms: null,
          }),
      },
    ],
    [
      'another word',
      {
        answer: () =>
          Response.json({
            report: 'assay/1',
            decision: 'maybe',
            reasons: [],
            subject: {},
            terms: null,
          }),
      },
    ],
  ]
  test.each(silent)('behavior: %s is silence', async (_, play) => {
    expect(await refusal(guarded(play).own.approve(ask))).toBe('paid')
    const closed = guarded(play, { fail_mode: 'closed' })
    expect(await refusal(closed.own.approve(ask))).toBe(
      'PaymentBlocked engine_unavailable',
    )
  })

  test('behavior: open lets a local hold pass, a local block it does not', async () => {
    const play = { answer: () => Promise.reject(new Error('down')) }
    const hold = { policy: { hold_above_usd: '0.001' } }
    expect(await refusal(guarded(play, hold).own.approve(ask))).toBe(
      'PaymentHeld over_hold_limit',
    )
    const open = await guarded(play, {
      ...hold,
      fail_mode: 'open',
    }).own.approve(ask)
    expect(
      open.report.reasons
        .slice(0, 2)
        .map(({ code, decision }) => `${decision} ${code}`),
    ).toEqual(['note engine_silent', 'note over_hold_limit'])
    const block = {
      policy: { max_per_payment_usd: '0.001' },
      fail_mode: 'open' as const,
    }
    expect(await refusal(guarded(play, block).own.approve(ask))).toBe(
      'PaymentBlocked over_payment_cap',
    )
  })

  test('behavior: an engine that hangs is given up', async () => {
    const hang: typeof globalThis.fetch = (_, init) =>
      new Promise((__, reject) =>
        init?.signal?.addEventListener('abort', () =>
          reject(init.signal?.reason),
        ),
      )
    const own = createGuard({
      engine: { url: 'https://engine.example', fetch: hang, timeout_ms: 5 },
    })
    expect(await refusal(own.approve(ask))).toBe('paid')
  })

  test('behavior: sources that need an engine need one', () => {
    expect(() => createGuard({ sources: 'both' })).toThrow(
      'sources "both" need an engine',
    )
  })
})
