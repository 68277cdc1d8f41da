import type { FailureCode, FetchFailure } from './fetch-types.js'

/** Why a hop did not give a response. */
export type Failure = Pick<FetchFailure, 'outcome' | 'code' | 'detail'>

/** A `Failure` thrown where the flow of a hop ends. Never leaves `safeFetch`. */
export class FetchFailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** A refusal by our own rules, to be thrown. */
export function refused(code: FailureCode, detail: string): FetchFailureError {
  return new FetchFailureError({ outcome: 'refused', code, detail })
}

/** A deadline that passed, to be thrown. */
export function timedOut(code: FailureCode, ms: number): FetchFailureError {
  const detail = `no answer within ${ms} ms`
  return new FetchFailureError({ outcome: 'timeout', code, detail })
}

/** What an error of node or undici means for the one who asked. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FetchFailureError) return error.failure
  const code = codeOf(error)
  const [outcome, kind] = KINDS.get(code) ?? kindOf(code)
  return { outcome, code: kind, detail: code }
}

const UNKNOWN = 'unknown error'

type Kind = readonly [Failure['outcome'], FailureCode]

const NOT_FOUND: Kind = ['unreachable', 'dns_not_found']
const DNS_FAILED: Kind = ['unreachable', 'dns_failed']
const DNS_TIMEOUT: Kind = ['timeout', 'dns_timeout']
const LOST: Kind = ['unreachable', 'connection_lost']
const NO_ROUTE: Kind = ['unreachable', 'network_unreachable']
const TLS: Kind = ['unreachable', 'tls_failed']

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['ENOTFOUND', NOT_FOUND],
  ['ENODATA', NOT_FOUND],
  ['ENONAME', NOT_FOUND],
  ['EAI_NONAME', NOT_FOUND],
  ['EAI_NODATA', NOT_FOUND],
  ['ESERVFAIL', DNS_FAILED],
  ['EREFUSED', DNS_FAILED],
  ['EFORMERR', DNS_FAILED],
  ['EBADRESP', DNS_FAILED],
  ['EBADNAME', DNS_FAILED],
  ['EAI_FAIL', DNS_FAILED],
  ['EAI_AGAIN', DNS_TIMEOUT],
  ['ETIMEOUT', DNS_TIMEOUT],
  ['ETIMEDOUT', ['timeout', 'connect_timeout']],
  ['ECONNREFUSED', ['unreachable', 'connection_refused']],
  ['ECONNRESET', LOST],
  ['EPIPE', LOST],
  ['UND_ERR_SOCKET', LOST],
  ['ENETUNREACH', NO_ROUTE],
  ['EHOSTUNREACH', NO_ROUTE],
  ['EADDRNOTAVAIL', NO_ROUTE],
  ['UND_ERR_HEADERS_OVERFLOW', ['unreachable', 'headers_too_large']],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', TLS],
  ['UNABLE_TO_GET_ISSUER_CERT', TLS],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', TLS],
  ['SELF_SIGNED_CERT_IN_CHAIN', TLS],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', TLS],
  ['EPROTO', TLS],
])

function kindOf(code: string): Kind {
  if (/^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) return TLS
  if (/^(HPE_|HTTPParserError$)/.test(code)) return ['unreachable', 'bad_http']
  return ['unreachable', 'io_error']
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN
  // The parser of undici names what it met only at times.
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string') return code
  return error.name === 'HTTPParserError' ? error.name : UNKNOWN
}
