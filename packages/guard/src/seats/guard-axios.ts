import { readChallenge } from '@assay402/core/light'
import type { LiveApproval } from '../approval/approval.js'
import { approvePayment } from '../approve.js'
import type { GuardContext } from '../context.js'
import type { ReceivedChallenge } from '../errors.js'
import { CALL_HEADER, type CallOptions, readCall } from '../expectation.js'
import { contextOf, type GuardOrOptions, guardOf } from '../guard.js'
import { endPayment } from '../outcomes.js'
import { presentPayment } from '../present.js'
import { type BodyText, type PaidRequest, requestOf } from '../request.js'
import { createLandings } from './axios-landing.js'
import {
  approvedAnswer,
  asksForPayment,
  isRedirect,
  paymentIn,
  settlementIn,
} from './http.js'

// biome-ignore lint/suspicious/noExplicitAny: every generation of axios fits
type Loose = any

/** What the guard needs of an axios instance. */
export type GuardableAxios = {
  readonly interceptors: {
    readonly request: { use: (onRequest: Loose, onError?: Loose) => Loose }
    readonly response: { use: (onAnswer: Loose, onError?: Loose) => Loose }
  }
  readonly getUri: (config?: Loose) => string
}

/**
 * Guards an axios instance in place, as `guardFetch` does for fetch. Call it
 * before `wrapAxiosWithPayment`, and give that a client with the same guard.
 * Redirects of a paid request are refused, in a browser they cannot be.
 */
export function guardAxios<Instance extends GuardableAxios>(
  instance: Instance,
  given?: GuardOrOptions,
): Instance {
  const context = contextOf(guardOf(given))
  const calls = new WeakMap<object, CallOptions>()
  const sent = new WeakMap<object, LiveApproval>()
  const landings = createLandings()

  instance.interceptors.request.use(async (config: Config) => {
    const call = textOf(config.headers.get(CALL_HEADER))
    config.headers.delete(CALL_HEADER)
    if (call !== undefined) calls.set(config, readCall(call))
    const payment = paymentIn((name) => textOf(config.headers.get(name)))
    config.env = landings.watched(config.env)
    if (payment === null) return config
    const request = await requestIn(instance, config)
    sent.set(config, await presentPayment(context, request, payment))
    config.maxRedirects = 0
    config.fetchOptions = { ...config.fetchOptions, redirect: 'manual' }
    return config
  })

  instance.interceptors.response.use(
    async (answer: Answered) => {
      const approval = sent.get(answer.config)
      if (approval !== undefined) await settle(context, approval, answer)
      return answer
    },
    async (error: Failure) => {
      const { config, response } = error
      const approval = config && sent.get(config)
      if (approval !== undefined) {
        await settle(context, approval, response)
        throw error
      }
      if (config !== undefined && response?.status === 402) {
        const request = await requestIn(instance, config)
        const call = calls.get(config) ?? {}
        await approveAnswer(context, request, response, {
          call,
          origin: landings.originOf(response) ?? request.host,
        })
      }
      throw error
    },
  )
  return instance
}

type Config = {
  method?: string
  data?: unknown
  headers: {
    get: (name: string) => unknown
    delete: (name: string) => unknown
  }
  maxRedirects?: number
  fetchOptions?: object
  env?: unknown
}

type Answered = {
  readonly status: number
  readonly headers: Record<string, unknown>
  data: unknown
  readonly config: Config
}

type Failure = {
  readonly config?: Config
  readonly response?: Answered
}

async function settle(
  context: GuardContext,
  approval: LiveApproval,
  answer: Answered | undefined,
): Promise<void> {
  const isElsewhere = answer !== undefined && isRedirect(answer.status)
  if (answer === undefined || isElsewhere)
    await endPayment(context, approval, { status: null, settlement: null })
  else
    await endPayment(context, approval, {
      status: answer.status,
      settlement: settlementIn((name) => headerOf(answer, name)),
    })
  if (isElsewhere)
    throw context.refuse(approval, 'cross_origin_redirect', {
      measured: headerOf(answer, 'location') ?? 'elsewhere',
      threshold: approval.request.host,
    })
}

/** Judges a 402 answer and leaves in it the approved entry alone. */
async function approveAnswer(
  context: GuardContext,
  request: PaidRequest,
  answer: Answered,
  { call, origin }: { readonly call: CallOptions; readonly origin: string },
): Promise<void> {
  const received: ReceivedChallenge = {
    status: answer.status,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
    body:
      typeof answer.data === 'string'
        ? answer.data
        : JSON.stringify(answer.data ?? null),
  }
  const challenge = readChallenge({ ...received, body_truncated: false })
  if (!asksForPayment(challenge)) return
  // The payment goes to the URL that was asked, so that must be who asks.
  if (origin !== request.host)
    throw context.refuse(request.resource, 'cross_origin_redirect', {
      measured: origin,
      threshold: request.host,
    })
  const approval = await approvePayment(context, {
    request,
    response: received,
    challenge,
    call,
  })
  const shown = approvedAnswer(approval, received)
  for (const name of Object.keys(answer.headers)) delete answer.headers[name]
  Object.assign(answer.headers, shown.headers)
  answer.data =
    typeof answer.data === 'string' ? shown.body : JSON.parse(shown.body)
}

async function requestIn(
  instance: GuardableAxios,
  config: Config,
): Promise<PaidRequest> {
  return requestOf(
    config.method ?? 'get',
    instance.getUri(config),
    bodyOf(config.data),
  )
}

function bodyOf(data: unknown): BodyText {
  if (data === undefined || data === null) return undefined
  if (typeof data === 'string' || data instanceof Uint8Array) return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  if (data instanceof URLSearchParams) return String(data)
  throw new TypeError('a paid request needs a body of text or bytes')
}

function headerOf({ headers }: Answered, name: string): string | undefined {
  return textOf(headers[name])
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
