import type { Challenge, CollectedResponse } from '@assay402/core/light'
import type { CallOptions, Expectation } from '../expectation.js'
import type { PaidRequest } from '../request.js'

/** One question to the guard: may this challenge be paid for this request? */
export type Question = {
  readonly request: PaidRequest
  /** The 402 answer as this client received it. */
  readonly response: CollectedResponse
  readonly challenge: Challenge
  readonly expect: Expectation
  readonly call: CallOptions
}
