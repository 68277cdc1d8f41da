import type { FailureCode, RedirectStop } from './net/fetch-types.js'

/** The `data` of a challenge record: what one check saw of one resource. */
export type ChallengeData = {
  /** As asked for, and as it was sent last. */
  readonly url: string
  readonly final_url: string
  readonly requested_method: string
  /** The method of the answer that is kept. */
  readonly method: string
  /** SHA-256 of the body sent with it, null when none was. */
  readonly request_body_sha256: string | null
  readonly answer: ChallengeAnswer
  readonly address: ChallengeAddress | null
  readonly redirects: readonly ChallengeRedirect[]
  readonly timing: ChallengeTiming
  /** Every request of the check that was planned by us, in order. */
  readonly attempts: readonly ChallengeAttempt[]
  /** HTTP requests sent, redirects included. */
  readonly requests: number
  /** `robots`, or the id of a recognised bot wall. */
  readonly blocked_by: string | null
}

export type ChallengeAnswer =
  | {
      readonly outcome: 'response'
      readonly status: number
      /** In order of arrival, the bytes of each value in base64. */
      readonly headers: readonly {
        readonly name: string
        readonly value_base64: string
      }[]
      readonly body_base64: string
      readonly body_truncated: boolean
      /** `complete`, or what ended the body early. */
      readonly body_end:
        | 'complete'
        | 'cap'
        | 'deadline'
        | 'lost'
        | 'undecodable'
      readonly redirect_stopped: RedirectStop | null
    }
  | {
      readonly outcome: 'timeout' | 'unreachable' | 'refused'
      readonly code: FailureCode
      readonly detail: string
    }
  /** Nothing was asked: robots.txt forbids it. */
  | { readonly outcome: 'not_asked' }

export type ChallengeAddress = {
  readonly ip: string
  readonly family: 4 | 6
  readonly port: number
}

export type ChallengeRedirect = {
  readonly status: number
  readonly from: string
  readonly to: string
  readonly cross_origin: boolean
  readonly address: ChallengeAddress
}

/** Milliseconds with three decimals, of the answer that is kept. */
export type ChallengeTiming = {
  readonly dns_ms: number | null
  readonly connect_ms: number | null
  readonly first_byte_ms: number | null
  readonly total_ms: number
}

/** Why a request was sent: see `nextAttempt`. */
export type AttemptReason = 'first' | 'post' | 'sample_body' | 'not_a_browser'

export type ChallengeAttempt = {
  readonly reason: AttemptReason
  readonly method: string
  readonly outcome: 'response' | 'timeout' | 'unreachable' | 'refused'
  readonly status: number | null
  readonly code: FailureCode | null
  readonly requests: number
  readonly total_ms: number
}
