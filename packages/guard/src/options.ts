import type { Report } from '@assay402/core/light'
import type { AuthorizationReader } from './chain/reader.js'
import type { GuardListener, Telemetry } from './events.js'
import type { Expectation } from './expectation.js'
import type { EngineOptions } from './judge/engine.js'
import type { Screening } from './judge/local.js'
import type { Ledger } from './ledger/ledger.js'
import type { PaidRequest } from './request.js'

/** Where the judgement comes from. */
export type Sources = 'local' | 'engine' | 'both'

/**
 * What happens when the engine gives no answer. `local`: the local rules
 * decide alone. `closed`: nothing is paid. `open`: a local hold does not stop
 * the payment, a local block still does.
 */
export type FailMode = 'local' | 'closed' | 'open'

/** A held payment, as a person is asked about it. */
export type HeldPayment = {
  readonly report: Report
  readonly request: PaidRequest
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** Everything is optional; without any option the defaults of the policy hold. */
export type GuardOptions = {
  /** Spend policy, JSON; see docs/spend-policy.md. */
  readonly policy?: Readonly<Record<string, unknown>> | undefined
  /** `both` with an engine, `local` without. */
  readonly sources?: Sources | undefined
  readonly engine?: EngineOptions | undefined
  readonly fail_mode?: FailMode | undefined
  /** In memory when not said. */
  readonly ledger?: Ledger | undefined
  /** Of every request, or by request; `withCall` says it for one call. */
  readonly expect?:
    | Expectation
    | ((request: PaidRequest) => Expectation | undefined)
    | undefined
  /** The caller's sanctions and phishing lists. */
  readonly lists?:
    | ((of: {
        readonly pay_to: string | null
        readonly network: string | null
        readonly host: string
      }) => Screening)
    | undefined
  /** Networks this client can sign for; all of the policy when not said. */
  readonly networks?: readonly string[] | undefined
  /** Asks a person: true lets the payment through. */
  readonly on_hold?:
    | ((held: HeldPayment) => boolean | Promise<boolean>)
    | undefined
  /** Milliseconds that a person has; 60 000 when not said. */
  readonly hold_timeout_ms?: number | undefined
  /** Looks up whether an authorisation was cashed. */
  readonly reader?: AuthorizationReader | undefined
  /** Paid attempts for one request without a settled answer, in 10 min; 2. */
  readonly attempts?: number | undefined
  readonly on_event?: GuardListener | undefined
  readonly telemetry?: Telemetry | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}
