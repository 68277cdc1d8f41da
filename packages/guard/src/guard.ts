import type { Report } from '@assay402/core/light'
import type { Approval, LiveApproval } from './approval/approval.js'
import { approvePayment, checkPayment } from './approve.js'
import { createContext, type GuardContext } from './context.js'
import type { ReceivedChallenge } from './errors.js'
import type { CallOptions } from './expectation.js'
import type { Outcome } from './ledger/event.js'
import { type Spent, spentOf } from './ledger/view.js'
import type { GuardOptions } from './options.js'
import {
  type Answer,
  endPayment,
  recordOutcome,
  releaseApproval,
  settleUnclear,
  type ToldOutcome,
  tidyUp,
} from './outcomes.js'
import { presentPayment } from './present.js'
import { type BodyText, requestOf } from './request.js'
import { handOver, signPayment } from './sign.js'
import type { Watch } from './watch.js'

/** A 402 answer and the request that brought it. */
export type Ask = {
  readonly method: string
  readonly url: string
  /** Of the request that is to be paid; its hash binds the approval. */
  readonly body?: BodyText
  readonly challenge: ReceivedChallenge
} & CallOptions

/**
 * One guard: one policy, one ledger, its approvals. The seats (`guardClient`,
 * `guardFetch`, …) are made of these calls; a client in another language uses
 * them as they are.
 */
export type Guard = {
  /** Judges and reserves nothing. */
  readonly check: (ask: Ask) => Promise<Report>
  /** Judges and reserves. Throws PaymentBlocked or PaymentHeld. */
  readonly approve: (ask: Ask) => Promise<Approval>
  /**
   * Creates the payment of an approval: once, within 60 s, and only what was
   * approved comes back. Throws PaymentBlocked, or what `create` throws.
   */
  readonly sign: <Payload>(
    approvalId: string,
    create: () => Promise<Payload>,
    watch?: Watch,
  ) => Promise<Payload>
  /**
   * Lets a payment leave with a request, once. Throws PaymentBlocked when it
   * was approved for another one, or not at all.
   */
  readonly present: (
    request: {
      readonly method: string
      readonly url: string
      readonly body?: BodyText
    },
    payload: unknown,
  ) => Promise<Approval>
  /** Says how a payment ended; what it ended as. */
  readonly end: (
    approvalId: string,
    answer: Answer,
  ) => Promise<Outcome | undefined>
  /** Gives back an approval that will not be signed. */
  readonly release: (approvalId: string) => Promise<void>
  /**
   * Hands an approval over to a signer that this guard does not see: it counts
   * as signed and sent until `recordOutcome` tells what came of it. Throws
   * PaymentBlocked for one that is signed, handed over or past its 60 s.
   */
  readonly handOver: (approvalId: string) => Promise<void>
  /** Tells how a payment ended that was handed over; false: none is open. */
  readonly recordOutcome: (
    approvalId: string,
    told: ToldOutcome,
  ) => Promise<boolean>
  /** Looks up every unclear payment on chain; how many became clear. */
  readonly reconcile: () => Promise<number>
  /** What counts against the caps now, for a host (an origin) if one is named. */
  readonly spent: (host?: string) => Promise<Spent>
}

const contexts = new WeakMap<Guard, GuardContext>()

/** Builds a guard. Throws TypeError on an unreadable policy or option. */
export function createGuard(options: GuardOptions = {}): Guard {
  const context = createContext(options)
  const live = (id: string): LiveApproval => {
    const approval = context.approvals.get(id)
    if (approval !== undefined) return approval
    throw context.refuse(null, 'not_approved', {
      detail: 'there is no such approval, or it is over',
    })
  }
  const inputOf = async (ask: Ask) => ({
    request: await requestOf(ask.method, ask.url, ask.body),
    response: ask.challenge,
    call: ask,
  })
  const guard: Guard = {
    check: async (ask) => checkPayment(context, await inputOf(ask)),
    approve: async (ask) => approvePayment(context, await inputOf(ask)),
    sign: async (id, create, watch = 'watched') =>
      signPayment(context, live(id), create, watch),
    present: async ({ method, url, body }, payload) =>
      presentPayment(context, await requestOf(method, url, body), payload),
    end: async (id, answer) => {
      const approval = context.approvals.get(id)
      return approval && endPayment(context, approval, answer)
    },
    release: async (id) => {
      const approval = context.approvals.get(id)
      if (approval?.stage === 'approved')
        await releaseApproval(context, approval)
    },
    handOver: async (id) => handOver(context, live(id)),
    recordOutcome: (id, told) => recordOutcome(context, id, told),
    reconcile: () => settleUnclear(context, context.ledger),
    spent: async (host) => {
      await tidyUp(context)
      const now = context.now()
      return context.ledger.transact(now, (state) => ({
        events: [],
        answer: spentOf(state, now, { host: host ?? '', wallet: null }),
      }))
    },
  }
  contexts.set(guard, context)
  return guard
}

/** A guard, or the options of one. */
export type GuardOrOptions = Guard | GuardOptions

/** The guard itself, or a new one of the options. */
export function guardOf(given: GuardOrOptions | undefined): Guard {
  return given !== undefined && contexts.has(given as Guard)
    ? (given as Guard)
    : createGuard(given as GuardOptions | undefined)
}

/** What stands behind a guard, for the seats. */
export function contextOf(guard: Guard): GuardContext {
  const context = contexts.get(guard)
  if (context === undefined) throw new TypeError('not made by createGuard')
  return context
}
