import type { Report } from '@assay402/core/light'

/** What an error of the guard tells beside its report. */
export type RefusedPayment = {
  readonly report: Report
  /** The 402 answer as this client received it; null when there was none. */
  readonly challenge: ReceivedChallenge | null
}

/** A 402 answer in the form `assay challenge` reads. */
export type ReceivedChallenge = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The payment was not made: a rule says no. `report.reasons[0]` says which. */
export class PaymentBlocked extends Error {
  override readonly name = 'PaymentBlocked'
  readonly report: Report
  readonly challenge: ReceivedChallenge | null
  constructor(refused: RefusedPayment) {
    super(sentenceOf('Payment blocked', refused.report))
    this.report = refused.report
    this.challenge = refused.challenge
  }
}

/** Why nobody let a held payment through. */
export type HoldAnswer = 'nobody_asked' | 'no_answer'

/**
 * The payment waits for a person's yes, and nobody gave one.
 * `report.retry_after_s` is set when it is only a wait.
 */
export class PaymentHeld extends Error {
  override readonly name = 'PaymentHeld'
  readonly report: Report
  readonly challenge: ReceivedChallenge | null
  readonly answer: HoldAnswer
  constructor(refused: RefusedPayment, answer: HoldAnswer) {
    super(sentenceOf('Payment held', refused.report))
    this.report = refused.report
    this.challenge = refused.challenge
    this.answer = answer
  }
}

function sentenceOf(what: string, report: Report): string {
  const stopping = report.reasons.filter(({ decision }) => decision !== 'note')
  const said = stopping.map((reason) => `${reason.text} [${reason.code}]`)
  const first = stopping[0]
  const wanted = first?.would_allow ?? null
  const would = wanted === null ? '' : ` Would allow: ${wanted}.`
  return `${what} (${report.subject.resource}): ${said.join(' ')}${would}`
}
