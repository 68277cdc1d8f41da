import { isObject, safeText } from '@assay402/core'
import { z } from 'zod'
import type { SafeFetch } from '../../collect/index.js'

/** One row of an answer, as JSON. */
export type SqlRow = Readonly<Record<string, unknown>>

/** Runs one query. Rejects with `CdpFailed`. */
export type CdpCall = (sql: string) => Promise<SqlRow[]>

/** The SQL API refused, was not to be had, or answered with nonsense. */
export class CdpFailed extends Error {
  /** `smaller`: less may be asked for. `later`: the same, later. */
  readonly cure: 'smaller' | 'later' | 'none'
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    cure: CdpFailed['cure'],
    retryAfterMs?: number | undefined,
  ) {
    super(message)
    this.name = 'CdpFailed'
    this.cure = cure
    this.retryAfterMs = retryAfterMs
  }
}

/** What the API bears, by its documentation. */
export const CDP_LIMITS = { rows: 50_000, query: 10_000 } as const

export const CDP_URL = 'https://api.cdp.coinbase.com'
const PATH = '/platform/v2/data/query/run'
const MAX_BYTES = 64 * 1024 * 1024
/** The API itself gives a query up after 30 s. */
const WHOLE_MS = 45_000
const REST_MS = { unsaid: 5_000, most: 120_000 } as const

const answerShape = z.object({
  result: z.array(z.record(z.string(), z.unknown())).max(CDP_LIMITS.rows),
})

/**
 * The SQL API at a base URL. `fetch` must be one that carries credentials; the
 * bearer token is in no query, no error and no log.
 */
export function cdpOver(
  fetch: SafeFetch,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): CdpCall {
  const url = new URL(PATH, baseUrl).href
  const authorization = `Bearer ${token}`
  return async (sql) => {
    if (sql.length > CDP_LIMITS.query)
      throw new TypeError(`a query of ${sql.length} characters`)
    const result = await fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ sql }),
      maxRedirects: 0,
      limits: {
        bodyBytes: MAX_BYTES,
        wholeMs: WHOLE_MS,
        firstByteMs: WHOLE_MS,
      },
    })
    if (result.outcome === 'timeout')
      throw new CdpFailed(`no answer in time (${result.code})`, 'smaller')
    if (result.outcome !== 'response')
      throw new CdpFailed(`${result.outcome} (${result.code})`, 'later')
    const answer = parsed(result.body)
    if (result.status !== 200) throw refusal(result, answer)
    if (result.bodyEnd === 'cap')
      throw new CdpFailed('the answer is too large', 'smaller')
    const read = answerShape.safeParse(answer)
    if (result.bodyEnd === 'complete' && read.success) return read.data.result
    throw new CdpFailed('no answer of the SQL API', 'later')
  }
}

type Refused = Extract<
  Awaited<ReturnType<SafeFetch>>,
  { readonly outcome: 'response' }
>

function refusal({ status, headers }: Refused, answer: unknown): CdpFailed {
  const said = isObject(answer)
    ? `${answer['errorType'] ?? ''} ${answer['errorMessage'] ?? ''}`
    : ''
  const text = `status ${status} ${safeText(said.slice(0, 300))}`.trim()
  if (status === 401 || status === 403)
    return new CdpFailed(
      `${text}: the bearer token is missing, wrong or run out`,
      'none',
    )
  if (status === 429) {
    const [, after = ''] =
      headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
    const ms = /^[0-9]{1,6}$/.test(after)
      ? 1_000 * Number(after)
      : REST_MS.unsaid
    return new CdpFailed(text, 'later', Math.min(ms, REST_MS.most))
  }
  // 400 is also said of queries that read or take too much.
  if (status === 400)
    return new CdpFailed(
      text,
      /limit|memory|time/i.test(said) ? 'smaller' : 'none',
    )
  return new CdpFailed(
    text,
    status === 408 || status === 504 ? 'smaller' : 'later',
  )
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
