import {
  digestOf,
  isObject,
  own,
  type Report,
  type SpendPolicy,
} from '@assay402/core/light'
import { decisionOf } from '../guard-reasons.js'
import type { PaidRequest } from '../request.js'
import type { Question } from './ask.js'
import { createKeys, type Jwks, type Keys } from './keys.js'
import { readReceipt } from './receipt.js'

export type EngineOptions = {
  /** The engine, e.g. `https://assay.example`. */
  readonly url: string
  /** Its public keys; fetched from `/.well-known/jwks.json` when not given. */
  readonly jwks?: Jwks | undefined
  /** `iss` of its receipts; the origin of `url` when not said. */
  readonly issuer?: string | undefined
  /** `aud` that receipts must carry; none is asked for when not said. */
  readonly audience?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds for an answer; 5 s when not said. */
  readonly timeout_ms?: number | undefined
}

/** What came of asking the engine. */
export type EngineAnswer =
  | { readonly outcome: 'report'; readonly report: Report }
  /** No answer that could be read; the fail mode says what follows. */
  | { readonly outcome: 'silent'; readonly why: string }
  /** An answer that is not to be believed; no fail mode lets it pass. */
  | { readonly outcome: 'forged'; readonly why: string }

export type Engine = {
  readonly ask: (
    question: Question,
    policy: SpendPolicy,
    now: number,
  ) => Promise<EngineAnswer>
}

const LIMITS = { timeout_ms: 5_000 } as const

/** Asks an Assay service about the very challenge, and verifies its receipt. */
export function createEngine(options: EngineOptions): Engine {
  const call = options.fetch ?? globalThis.fetch.bind(globalThis)
  const base = options.url.replace(/\/+$/, '')
  const keys = createKeys(options.jwks, async () => {
    const answer = await call(`${base}/.well-known/jwks.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeout_ms ?? LIMITS.timeout_ms),
    })
    return (await answer.json()) as Jwks
  })

  async function preflight(
    question: Question,
    policy: SpendPolicy,
  ): Promise<unknown> {
    const answer = await call(`${base}/v1/preflight`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify(bodyOf(question, policy, options.audience)),
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeout_ms ?? LIMITS.timeout_ms),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return await answer.json()
  }

  return {
    ask: async (question, policy, now) => {
      let body: unknown
      try {
        body = await preflight(question, policy)
      } catch (error) {
        return { outcome: 'silent', why: messageOf(error) }
      }
      return believe(body, question.request, keys, {
        now,
        issuer: options.issuer ?? new URL(base).origin,
        audience: options.audience,
      })
    },
  }
}

type Belief = {
  readonly now: number
  readonly issuer: string
  readonly audience: string | undefined
}

async function believe(
  body: unknown,
  request: PaidRequest,
  keys: Keys,
  belief: Belief,
): Promise<EngineAnswer> {
  const { receipt, json } = partsOf(body)
  if (!isReport(json)) return { outcome: 'silent', why: 'unreadable report' }
  const report = json
  if (typeof receipt !== 'string')
    return { outcome: 'forged', why: 'no receipt' }
  let claims: Awaited<ReturnType<typeof readReceipt>>
  try {
    claims = await readReceipt(receipt, keys, belief)
  } catch (error) {
    return { outcome: 'forged', why: messageOf(error) }
  }
  const differs = differenceOf(claims, report, digestOf(json), request)
  return differs === undefined
    ? { outcome: 'report', report }
    : { outcome: 'forged', why: differs }
}

/** As much as is used here; the rest is what the engine's receipt signs. */
function isReport(json: unknown): json is Report {
  if (!isObject(json) || own(json, 'report') !== 'assay/1') return false
  const { decision, reasons, subject, terms } = json
  const isDecided = DECISIONS.includes(decision as string)
  const isListed = Array.isArray(reasons) && reasons.every(isObject)
  return (
    isDecided &&
    isListed &&
    isObject(subject) &&
    (terms === null || isObject(terms))
  )
}

const DECISIONS: readonly string[] = ['allow', 'hold', 'block']

/** The receipt stands beside the report, or inside the same object. */
function partsOf(body: unknown): { receipt: unknown; json: unknown } {
  if (!isObject(body)) return { receipt: undefined, json: undefined }
  const receipt = own(body, 'receipt')
  const inner = own(body, 'report')
  if (isObject(inner)) return { receipt, json: inner }
  const { receipt: _, ...json } = body
  return { receipt, json }
}

function differenceOf(
  claims: Readonly<Record<string, unknown>>,
  report: Report,
  digest: string,
  request: PaidRequest,
): string | undefined {
  if (claims['report_sha256'] !== digest) return 'it signs another report'
  if (claims['decision'] !== report.decision) return 'it signs another decision'
  if (report.decision !== decisionOf(report.reasons))
    return 'its decision is not that of its reasons'
  if (report.subject.resource !== request.resource)
    return 'the report is about another resource'
  const terms = report.terms?.payment_terms_sha256 ?? null
  return (claims['payment_terms_sha256'] ?? null) === terms
    ? undefined
    : 'it signs other terms'
}

function bodyOf(
  { request, response, expect }: Question,
  policy: SpendPolicy,
  audience: string | undefined,
) {
  const { listing } = expect
  return {
    url: request.url,
    method: request.method,
    challenge: {
      status: response.status,
      headers: response.headers,
      body: response.body,
    },
    expected: {
      price_usd: listing?.price_usd,
      pay_to: expect.pay_to ?? listing?.pay_to,
      network: expect.network ?? listing?.network,
    },
    policy,
    ...(audience === undefined ? {} : { options: { audience } }),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
