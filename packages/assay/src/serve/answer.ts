import type { Context } from 'hono'
import type { ApiKey, QuotaClaim } from '../store/words/accounts.js'

/** What an action answers; routes and MCP tools only carry it. */
export type Answer<Body> = {
  readonly status: number
  readonly body: Body
  readonly headers?: Readonly<Record<string, string>>
}

/** Who asks. Subjects are salted hashes, made once by middleware. */
export type Caller = {
  /** SHA-256 of salt and address, hex; IPv6 by its /64. */
  readonly address_sha256: string
  readonly key: ApiKey | null
  /** The client name that the caller gave. */
  readonly client: string | null
  /** Set by billing after the payment was verified. */
  readonly paid: {
    readonly payment_id: string
    readonly payer: string | null
  } | null
  readonly pack: {
    readonly token_sha256: string
    readonly left: number
  } | null
}

/** What a request took of quotas. */
export type TakenClaims = {
  readonly claims: readonly QuotaClaim[]
  /** Of the window in which it is counted once. */
  readonly onceKey?: string | undefined
}

/** What every handler finds in its context. */
export type ServiceEnv = {
  Variables: {
    /** In the log and in the header `x-request-id`. */
    requestId: string
    caller: Caller
    /** Of quotas, to be given back when the answer is our own failure. */
    taken: readonly TakenClaims[] | undefined
    /** Of the bytes of a request that may be answered again. */
    requestDigest: string | undefined
    /** The answer has every header already. */
    dressed: true
    /** Aborts when the time for this request is over. */
    deadline: AbortSignal
  }
}

export type ServiceContext = Context<ServiceEnv>
