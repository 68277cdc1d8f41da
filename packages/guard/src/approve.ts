import {
  type Challenge,
  type Report,
  readChallenge,
} from '@assay402/core/light'
import type { LiveApproval } from './approval/approval.js'
import { eventOf } from './approval/describe.js'
import type { GuardContext } from './context.js'
import {
  PaymentBlocked,
  PaymentHeld,
  type ReceivedChallenge,
} from './errors.js'
import { traceReport } from './events.js'
import { type CallOptions, mergeExpectations } from './expectation.js'
import { guardReason, withReasons } from './guard-reasons.js'
import type { Question } from './judge/ask.js'
import type { EngineAnswer } from './judge/engine.js'
import { type Judgement, judgeAndReserve, judgeOnly } from './judge/judge.js'
import { readyScreen } from './judge/screen.js'
import { LEDGER_TIMES } from './ledger/event.js'
import type { Ledger } from './ledger/ledger.js'
import { usableLedger } from './ledger/usable-ledger.js'
import { askPerson } from './on-hold.js'
import { settleUnclear, tidyUp } from './outcomes.js'
import type { PaidRequest } from './request.js'

/** What is to be paid for, and the 402 answer that asks for it. */
export type ApprovalInput = {
  readonly request: PaidRequest
  readonly response: ReceivedChallenge & { readonly body_truncated?: boolean }
  /** As read from `response`, by whoever did that already. */
  readonly challenge?: Challenge
  readonly call: CallOptions
}

/** Judges without approving: nothing is reserved, nobody is asked. */
export async function checkPayment(
  context: GuardContext,
  input: ApprovalInput,
): Promise<Report> {
  await tidyUp(context)
  const now = context.now()
  const question = questionOf(context, input)
  const ledger = ledgerFor(context, question.request)
  const report = await judgeOnly(ledger, context.settings, {
    question,
    engine: await askEngine(context, question, now),
    networks: context.networks.accepted(),
    screen: await readyScreen(),
    now,
    lifted: null,
  })
  tellJudged(context, report)
  return report
}

/**
 * Approves one payment: judged by every source, held ones shown to a person,
 * the amount reserved. Throws PaymentBlocked or PaymentHeld.
 */
export async function approvePayment(
  context: GuardContext,
  input: ApprovalInput,
): Promise<LiveApproval> {
  const question = questionOf(context, input)
  const { request } = question
  await settleUnclear(context, ledgerFor(context, request), request.key)
  const challenge = shownChallenge(input.response)
  const judged = await judgeWithPeople(context, question, challenge)
  const { report, reserved, now } = judged
  if (reserved === null) throw new PaymentBlocked({ report, challenge })
  const approval = context.approvals.add({
    id: reserved.id,
    request,
    frozen: reserved.frozen,
    report,
    challenge,
    call: input.call,
    approved_at: now,
    expires_at: now + LEDGER_TIMES.approval_ms,
  })
  context.emit(eventOf('approved', approval))
  return approval
}

async function judgeWithPeople(
  context: GuardContext,
  question: Question,
  challenge: ReceivedChallenge,
): Promise<Judgement & { now: number }> {
  let lifted: ReadonlySet<string> | null = null
  for (;;) {
    await tidyUp(context)
    const now = context.now()
    const { report, reserved } = await judgeOnce(context, question, now, lifted)
    tellJudged(context, report)
    const holds = report.reasons.filter(({ decision }) => decision === 'hold')
    if (reserved !== null || report.decision !== 'hold')
      return { report, reserved, now }
    const answer = await askPerson(context.options, report, question.request)
    if (answer === 'no') {
      const refused = withReasons(report, [guardReason('refused_by_person')])
      throw new PaymentBlocked({ report: refused, challenge })
    }
    if (answer !== 'yes') throw new PaymentHeld({ report, challenge }, answer)
    // What is held for another reason by then is asked about again.
    lifted = new Set([...(lifted ?? []), ...holds.map(({ code }) => code)])
  }
}

async function judgeOnce(
  context: GuardContext,
  question: Question,
  now: number,
  lifted: ReadonlySet<string> | null,
): Promise<Judgement> {
  const engine = await askEngine(context, question, now)
  const screen = await readyScreen()
  const ledger = ledgerFor(context, question.request)
  return judgeAndReserve(ledger, context.settings, {
    question,
    engine,
    networks: context.networks.accepted(),
    screen,
    now,
    lifted,
  })
}

function ledgerFor(
  { ledger, refuse }: GuardContext,
  { resource }: PaidRequest,
): Ledger {
  return usableLedger(ledger, (measured) =>
    refuse(resource, 'ledger_unavailable', { measured }),
  )
}

async function askEngine(
  { engine, settings, networks }: GuardContext,
  question: Question,
  now: number,
): Promise<EngineAnswer | undefined> {
  return engine?.ask(
    question,
    { ...settings.policy, allowed_networks: [...networks.accepted()] },
    now,
  )
}

function questionOf(
  { options }: GuardContext,
  { request, response, call, challenge }: ApprovalInput,
): Question {
  const collected = {
    ...response,
    body_truncated: response.body_truncated === true,
  }
  const always =
    typeof options.expect === 'function'
      ? options.expect(request)
      : options.expect
  return {
    request,
    response: collected,
    challenge: challenge ?? readChallenge(collected),
    expect: mergeExpectations(always, call.expect),
    call,
  }
}

function shownChallenge({ status, headers, body }: ReceivedChallenge) {
  return { status, headers, body }
}

function tellJudged(context: GuardContext, report: Report): void {
  const first = report.reasons[0]
  context.emit({
    type: 'judged',
    resource: report.subject.resource,
    decision: report.decision,
    code: first === undefined || first.decision === 'note' ? null : first.code,
    report,
  })
  traceReport(context.options.telemetry, report)
}
