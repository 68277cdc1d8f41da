import { approvePayment } from '../approve.js'
import type { GuardContext, KnownChallenge } from '../context.js'
import {
  contextOf,
  type Guard,
  type GuardOrOptions,
  guardOf,
} from '../guard.js'
import { endPayment } from '../outcomes.js'
import { isBeingSigned, signPayment } from '../sign.js'
import { payloadKey } from '../signing/payload.js'
import { guardSigner } from './guard-signer.js'
import { markedApproval, markedId } from './marker.js'
import { answerOf, inputOf } from './presented.js'

// biome-ignore lint/suspicious/noExplicitAny: every generation of the SDK fits
type Loose = any

/** What the guard needs of `x402Client`; every 2.x has it. */
export type GuardableClient = {
  createPaymentPayload: (paymentRequired: Loose) => Promise<Loose>
  register: (network: Loose, scheme: Loose) => Loose
  registerV1: (network: Loose, scheme: Loose) => Loose
  registerPolicy: (policy: Loose) => Loose
  onBeforePaymentCreation: (hook: Loose) => Loose
  /** Newer ones. */
  onPaymentResponse?: (hook: Loose) => Loose
}

/** What the guard needs of `x402HTTPClient`. */
export type GuardableHttpClient = {
  createPaymentPayload: (paymentRequired: Loose) => Promise<Loose>
  getPaymentRequiredResponse: (getHeader: Loose, body?: Loose) => Loose
  /** Newer ones. */
  onPaymentRequired?: (hook: Loose) => Loose
}

const guarded = new WeakMap<object, Guard>()

/**
 * Guards an `x402Client` or `x402HTTPClient` of the v2 SDK in place and gives
 * it back: it creates payments for approved challenges alone, and its schemes
 * sign nothing else. A challenge that `guardFetch` let through is approved
 * already; any other is judged here. Throws TypeError for a client that has a
 * guard of its own.
 */
export function guard<Client extends GuardableClient | GuardableHttpClient>(
  client: Client,
  given?: GuardOrOptions,
): Client {
  const own = guardOf(given)
  const core = coreOf(client)
  const earlier = guarded.get(core)
  if (earlier !== undefined && earlier !== own)
    throw new TypeError('this client has another guard')
  if (earlier === undefined) {
    guarded.set(core, own)
    guardCore(core, own)
  }
  if (!isCore(client) && !guarded.has(client)) {
    guarded.set(client, own)
    guardHttp(client, contextOf(own))
  }
  return client
}

function isCore(client: object): client is GuardableClient {
  return 'registerPolicy' in client
}

function coreOf(
  client: GuardableClient | GuardableHttpClient,
): GuardableClient {
  if (isCore(client)) return client
  const core: unknown = Reflect.get(client, 'client')
  if (typeof core === 'object' && core !== null && isCore(core)) return core
  throw new TypeError('not an x402Client or x402HTTPClient')
}

function guardCore(client: GuardableClient, own: Guard): void {
  const context = contextOf(own)
  guardSchemes(client, own, context)
  const create = client.createPaymentPayload.bind(client)
  client.createPaymentPayload = async (paymentRequired) => {
    const { approval, watch } = await approvalOf(context, paymentRequired)
    return signPayment(
      context,
      approval,
      () => create(approval.frozen.document),
      watch,
    )
  }
  // A second layer, for whoever gets past the first: nothing is selected or
  // signed unless an approval is being used for it at this moment.
  client.registerPolicy((_version: number, entries: unknown[]) =>
    entries.filter((entry) => isBeingSigned(context, entry)),
  )
  client.onBeforePaymentCreation(
    async ({ selectedRequirements }: { selectedRequirements: unknown }) =>
      isBeingSigned(context, selectedRequirements)
        ? undefined
        : { abort: true, reason: 'not approved by the guard' },
  )
  client.onPaymentResponse?.((response: PaymentResponse) =>
    hearAnswer(context, response),
  )
}

/** What the client tells of an answer, if its transport tells it anything. */
type PaymentResponse = {
  readonly paymentPayload: unknown
  readonly settleResponse?: Record<string, unknown>
  readonly paymentRequired?: unknown
}

async function hearAnswer(
  context: GuardContext,
  { paymentPayload, settleResponse, paymentRequired }: PaymentResponse,
): Promise<void> {
  const approval = context.approvals.ofPayload(payloadKey(paymentPayload))
  // What `guardFetch` sends, it also sees the answer of.
  if (approval === undefined || approval.stage !== 'signed') return
  await endPayment(context, approval, {
    status: paymentRequired === undefined ? 200 : 402,
    settlement: settleResponse ?? null,
  })
}

async function approvalOf(
  context: GuardContext,
  paymentRequired: unknown,
): Promise<KnownChallenge> {
  const marked = markedApproval(context, paymentRequired)
  if (marked?.stage === 'approved')
    return { approval: marked, watch: 'watched' }
  const known = isKey(paymentRequired)
    ? context.known.get(paymentRequired)
    : undefined
  if (known?.approval.stage === 'approved') return known
  // Used before: the client pays once more, which is judged once more.
  const before =
    known?.approval ?? context.approvals.askedFor(markedId(paymentRequired))
  const approval = await approvePayment(
    context,
    before === undefined
      ? await inputOf(paymentRequired, {})
      : {
          request: before.request,
          response: answerOf(paymentRequired),
          call: before.call,
        },
  )
  return {
    approval,
    watch: known?.watch ?? (before === undefined ? 'unwatched' : 'watched'),
  }
}

function isKey(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function guardHttp(client: GuardableHttpClient, context: GuardContext): void {
  // Errors of this hook reach the caller as they are.
  client.onPaymentRequired?.(
    async (asked: { paymentRequired: object; requestUrl?: string }) => {
      const { paymentRequired, requestUrl } = asked
      if (markedApproval(context, paymentRequired) !== undefined) return
      const approval = await approvePayment(
        context,
        await inputOf(paymentRequired, { url: requestUrl }),
      )
      context.known.set(paymentRequired, { approval, watch: 'unwatched' })
    },
  )
}

function guardSchemes(
  client: GuardableClient,
  own: Guard,
  { networks }: GuardContext,
): void {
  const take = (network: unknown, scheme: unknown) => {
    if (typeof network === 'string') networks.learn(network)
    if (!isKey(scheme)) return
    const signer: unknown = Reflect.get(scheme, 'signer')
    if (isKey(signer)) Reflect.set(scheme, 'signer', guardSigner(signer, own))
  }
  const registered: unknown = Reflect.get(client, 'registeredClientSchemes')
  if (registered instanceof Map)
    for (const byNetwork of registered.values() as Iterable<
      Map<string, Map<string, object>>
    >)
      for (const [network, schemes] of byNetwork)
        for (const scheme of schemes.values()) take(network, scheme)
  for (const name of ['register', 'registerV1'] as const) {
    const register = client[name].bind(client)
    client[name] = (network, scheme) => {
      take(network, scheme)
      register(network, scheme)
      return client
    }
  }
}
