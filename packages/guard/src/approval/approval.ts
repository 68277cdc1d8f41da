import type { Report } from '@assay402/core/light'
import type { ReceivedChallenge } from '../errors.js'
import type { CallOptions } from '../expectation.js'
import type { Authorization } from '../ledger/event.js'
import type { PaidRequest } from '../request.js'
import type { Watch } from '../watch.js'
import type { FrozenTerms } from './terms.js'

/**
 * One yes to one payment: bound to a request and to exact terms, for 60 s,
 * for one signature.
 */
export type Approval = {
  /** 128 random bits; also the id of its reservation in the ledger. */
  readonly id: string
  readonly request: PaidRequest
  readonly frozen: FrozenTerms
  readonly report: Report
  readonly challenge: ReceivedChallenge | null
  /** What the caller said with the request. */
  readonly call: CallOptions
  /** Milliseconds since 1970. */
  readonly approved_at: number
  readonly expires_at: number
}

/** How far an approval has gone; it never goes back. */
export type ApprovalStage = 'approved' | 'signing' | 'signed' | 'sent' | 'over'

/** An approval as the guard keeps it. */
export type LiveApproval = Approval & {
  stage: ApprovalStage
  /** What was signed, by kind of signature: one of each kind. */
  readonly given: Map<string, string>
  authorization: Authorization | null
  /** Unwatched: in the ledger it was over when it was signed. */
  watch: Watch
}
