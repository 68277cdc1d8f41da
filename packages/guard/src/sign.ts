import type { LiveApproval } from './approval/approval.js'
import { eventOf } from './approval/describe.js'
import { type ApprovedTerms, isSameEntry } from './approval/terms.js'
import type { GuardContext } from './context.js'
import type { Authorization } from './ledger/event.js'
import { releaseApproval } from './outcomes.js'
import type { Compared } from './signing/evm.js'
import { comparePayload, payloadKey } from './signing/payload.js'
import type { Watch } from './watch.js'

/**
 * Lets a payment be created for an approval: once, in time, and only what was
 * approved comes out. Throws PaymentBlocked.
 */
export async function signPayment<Payload>(
  context: GuardContext,
  approval: LiveApproval,
  create: () => Promise<Payload>,
  watch: Watch,
): Promise<Payload> {
  beginSigning(context, approval)
  let payload: Payload
  try {
    payload = await create()
  } catch (error) {
    await abandon(context, approval)
    throw error
  }
  const now = context.now()
  const { difference, authorization } = await comparePayload(
    approval.frozen,
    payload,
    now,
  )
  if (difference !== undefined) {
    await abandon(context, approval)
    throw context.refuse(approval, 'signing_differs', { detail: difference })
  }
  context.approvals.bindPayload(approval, payloadKey(payload))
  await recordSigned(context, approval, authorization, watch)
  return payload
}

/**
 * Answers a signer: may this be signed now? Throws PaymentBlocked unless an
 * approval that is being signed is for exactly this and gave no such
 * signature yet. `content` is what two requests to sign are told apart by.
 */
export async function allowSignature(
  context: GuardContext,
  content: string,
  compare: (terms: ApprovedTerms) => Compared | Promise<Compared>,
): Promise<void> {
  const signing = context.approvals.signing()
  if (signing.length === 0)
    throw context.refuse(null, 'not_approved', {
      detail:
        'a signature was asked for while no approved payment is being made',
    })
  let nearest: { approval: LiveApproval; difference: string } | undefined
  for (const approval of signing) {
    const { kind, difference } = await compare(approval.frozen.terms)
    if (difference !== undefined) {
      nearest ??= { approval, difference }
      continue
    }
    if (approval.stage !== 'signing') continue
    // The very same content again is the same signature, not a second one.
    if ((approval.given.get(kind) ?? content) !== content) continue
    approval.given.set(kind, content)
    return
  }
  if (nearest !== undefined)
    throw context.refuse(nearest.approval, 'signing_differs', {
      detail: nearest.difference,
    })
  throw context.refuse(signing[0] ?? null, 'approval_used', {
    detail: 'it was signed before',
  })
}

/** True for an entry of `accepts` whose approval is being signed right now. */
export function isBeingSigned(context: GuardContext, entry: unknown): boolean {
  return context.approvals
    .signing()
    .some(({ frozen }) => isSameEntry(frozen, entry))
}

/** Writes that a payment is signed, before anybody gets to see it. */
export async function recordSigned(
  context: GuardContext,
  approval: LiveApproval,
  authorization: Authorization | null,
  watch: Watch,
): Promise<void> {
  approval.stage = 'signed'
  approval.authorization = authorization
  approval.watch = watch
  try {
    await context.ledger.transact(context.now(), () => ({
      events: [
        {
          e: 'signed',
          id: approval.id,
          at: context.now(),
          authorization,
          ...(watch === 'unwatched' ? { unwatched: true } : {}),
        },
      ],
      answer: undefined,
    }))
  } catch (error) {
    throw context.refuse(approval, 'ledger_unavailable', {
      measured: error instanceof Error ? error.message : String(error),
    })
  }
  context.emit(eventOf('signed', approval))
}

/**
 * Hands an approval over to a signer that the guard does not see: from here on
 * it may sign at any moment and say so late or never, so the payment counts as
 * signed and sent, and nobody else signs it. Throws PaymentBlocked.
 */
export async function handOver(
  context: GuardContext,
  approval: LiveApproval,
): Promise<void> {
  beginSigning(context, approval)
  context.approvals.remove(approval)
  const { id } = approval
  const at = context.now()
  await context.ledger.transact(at, () => ({
    events: [{ e: 'signed', id, at, authorization: null }],
    answer: undefined,
  }))
}

/** Opens the one signing of an approval. Throws PaymentBlocked. */
export function beginSigning(
  context: GuardContext,
  approval: LiveApproval,
): void {
  if (approval.stage !== 'approved')
    throw context.refuse(approval, 'approval_used', {
      detail: 'an approval is for one payment',
    })
  if (context.now() >= approval.expires_at)
    throw context.refuse(approval, 'approval_expired', {
      threshold: Math.round(
        (approval.expires_at - approval.approved_at) / 1000,
      ),
    })
  approval.stage = 'signing'
}

/** Gives the amount back only if no signature was ever given. */
async function abandon(
  context: GuardContext,
  approval: LiveApproval,
): Promise<void> {
  if (approval.given.size === 0) return releaseApproval(context, approval)
  context.approvals.remove(approval)
  const now = context.now()
  await context.ledger
    .transact(now, () => ({
      events: [
        { e: 'signed', id: approval.id, at: now, authorization: null },
        { e: 'ended', id: approval.id, at: now, outcome: 'declined' },
      ],
      answer: undefined,
    }))
    .catch(() => undefined)
}
