import type { LiveApproval } from './approval/approval.js'
import { eventOf } from './approval/describe.js'
import type { GuardContext } from './context.js'
import type { LedgerEvent, Outcome } from './ledger/event.js'
import type { Ledger } from './ledger/ledger.js'
import type { Entry } from './ledger/state.js'
import { unclearEntries } from './ledger/view.js'

/** What came of a payment that was sent. */
export type Answer = {
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null
  /** The decoded PAYMENT-RESPONSE; null when there was none. */
  readonly settlement: Readonly<Record<string, unknown>> | null
}

/** What a signer outside of the guard says of a payment. */
export type ToldOutcome = {
  readonly outcome: Outcome
  readonly transaction?: string | undefined
}

/** Writes how a sent payment ended. */
export async function endPayment(
  context: GuardContext,
  approval: LiveApproval,
  answer: Answer,
): Promise<Outcome> {
  const outcome = outcomeOf(answer)
  const isUnanswered = outcome === 'settled' && !isServed(answer)
  const claimed = answer.settlement?.['transaction']
  const transaction =
    typeof claimed === 'string' && claimed !== '' ? claimed.slice(0, 128) : null
  context.approvals.remove(approval)
  await write(context, [
    {
      e: 'ended',
      id: approval.id,
      at: context.now(),
      outcome,
      ...(transaction === null ? {} : { transaction }),
      ...(isUnanswered ? { unanswered: true } : {}),
    },
    ...(isUnanswered || outcome !== 'settled'
      ? attemptOf(context, approval)
      : []),
  ])
  context.emit({
    type: 'ended',
    resource: approval.request.resource,
    approval_id: approval.id,
    outcome,
    transaction,
    status: answer.status,
  })
  return outcome
}

/**
 * An attempt without an answer, where the ledger no longer knows the payment.
 * Not by a resource that only the seller names: it could name anybody's.
 */
function attemptOf(
  { now }: GuardContext,
  { watch, request }: LiveApproval,
): LedgerEvent[] {
  return watch === 'unwatched' && request.named_by === undefined
    ? [{ e: 'unanswered', at: now(), request: request.key }]
    : []
}

/** Gives back what was approved and can no longer be signed. */
export async function releaseApproval(
  context: GuardContext,
  approval: LiveApproval,
): Promise<void> {
  context.approvals.remove(approval)
  // As of its expiry, if that is past: a reservation that nobody looks at for
  // long counts as spent, and this one never can be.
  const at = Math.min(context.now(), approval.expires_at)
  const released = { e: 'ended', id: approval.id, at, outcome: 'released' }
  await write(context, [released as LedgerEvent], at)
  context.emit(eventOf('released', approval))
}

/** Records how such a payment ended; false: none of this name is open. */
export function recordOutcome(
  { ledger, now }: GuardContext,
  approvalId: string,
  { outcome, transaction }: ToldOutcome,
): Promise<boolean> {
  const at = now()
  const ended: LedgerEvent = {
    e: 'ended',
    id: approvalId,
    at,
    outcome,
    ...(transaction !== undefined && { transaction }),
  }
  return ledger.transact(at, ({ open }) =>
    open.has(approvalId)
      ? { events: [ended], answer: true }
      : { events: [], answer: false },
  )
}

/** Gives back every approval that ran out unsigned. */
export async function tidyUp(context: GuardContext): Promise<void> {
  for (const approval of context.approvals.sweep(context.now()))
    await releaseApproval(context, approval)
}

/**
 * Looks up payments whose outcome is unclear, of one request or of all, if a
 * reader is configured. How many became clear.
 */
export async function settleUnclear(
  context: GuardContext,
  ledger: Ledger,
  request?: string,
): Promise<number> {
  const { reader } = context.options
  if (reader === undefined) return 0
  const now = context.now()
  const unclear = await ledger.transact(now, (state) => ({
    events: [],
    answer: unclearEntries(state, now, request),
  }))
  let settled = 0
  for (const entry of unclear) {
    const outcome = await lookUp(entry, reader)
    if (outcome === undefined) continue
    // Charged, and no answer ever came.
    const unanswered =
      outcome === 'settled' ? { unanswered: true as const } : {}
    await write(context, [
      { e: 'ended', id: entry.id, at: now, outcome, ...unanswered },
    ])
    context.emit({
      type: 'ended',
      resource: entry.request.slice(0, entry.request.lastIndexOf(' ')),
      approval_id: entry.id,
      outcome,
      transaction: null,
      status: null,
    })
    settled += 1
  }
  return settled
}

async function lookUp(
  { authorization }: Entry,
  reader: NonNullable<GuardContext['options']['reader']>,
): Promise<Outcome | undefined> {
  if (authorization === null) return undefined
  const state = await reader(authorization).catch(() => 'unknown' as const)
  if (state === 'used') return 'settled'
  return state === 'unused' ? 'unused' : undefined
}

/** Reasons of a failure with which the transfer may still land. */
const PENDING = /pending|time[d_-]*out/i

function outcomeOf({ status, settlement }: Answer): Outcome {
  if (settlement?.['success'] === true) return 'settled'
  if (settlement?.['success'] === false)
    return PENDING.test(String(settlement['errorReason']))
      ? 'unclear'
      : 'declined'
  if (status === null) return 'unclear'
  return status >= 200 && status < 300 ? 'settled' : 'declined'
}

/** False for an error, whatever it says of the charge. */
function isServed({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 400
}

/**
 * Writes what is known already: a ledger that fails here leaves the amount
 * reserved, which is the safe side, and must not hide the seller's answer.
 */
async function write(
  { ledger, now }: GuardContext,
  events: readonly LedgerEvent[],
  at = now(),
): Promise<void> {
  await ledger
    .transact(at, () => ({ events, answer: undefined }))
    .catch(() => undefined)
}
