import { createDeadline } from './deadline.js'
import { createDialer, type Dialer } from './dial.js'
import { type Failure, failureOf, refused } from './failures.js'
import type {
  FetchFailure,
  FetchLimits,
  FetchRequest,
  FetchResult,
  Hop,
  RedirectStop,
} from './fetch-types.js'
import {
  type HopProgress,
  type HopTools,
  noProgress,
  type OpenAnswer,
  openHop,
} from './hop.js'
import { type Errand, nextStep } from './redirect.js'
import type { Cargo } from './request-headers.js'
import { createResolver, type NameResolver } from './resolver.js'
import {
  isRefusal,
  readAllowList,
  readTarget,
  type Target,
  type UrlPolicy,
} from './url-policy.js'

export type SafeFetch = (request: FetchRequest) => Promise<FetchResult>

export type SafeFetchOptions = {
  /** See `userAgentOf`; must not contain `Mozilla`, or sellers answer with a page. */
  readonly userAgent: string
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly resolver?: NameResolver | undefined
  readonly dialer?: Dialer | undefined
  /** `named` when absent. */
  readonly ports?: UrlPolicy['ports'] | undefined
  /** `host:port` targets that may be private and on any port. */
  readonly allowHosts?: readonly string[] | undefined
  /** `nothing` when absent: no header that pays may be set. */
  readonly carries?: Cargo | undefined
  readonly limits?: Partial<FetchLimits> | undefined
}

export const DEFAULT_LIMITS: FetchLimits = {
  connectMs: 4_000,
  firstByteMs: 7_000,
  wholeMs: 8_000,
  bodyBytes: 65_536,
  headerBytes: 131_072,
}

export const MAX_REDIRECTS = 3

/**
 * The only way out. Every hop is parsed, resolved, checked and connected to
 * exactly the checked address. A `SafeFetch` never rejects: what goes wrong is
 * its result. Throws TypeError at once on options that make no sense.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const setup = readOptions(options)
  return async (request) => {
    const { journey, close } = startJourney(setup, request)
    try {
      const settled = await travel(journey, request)
      if (settled.outcome !== 'answer') return settled
      const { answer, redirectStopped, travelled } = settled
      const { status, headers } = answer
      const { bytes: body, end: bodyEnd } = await answer.readBody()
      const result = { status, headers, body, bodyEnd, redirectStopped }
      return { outcome: 'response', ...result, ...travelled() }
    } finally {
      close()
    }
  }
}

/** What every fetch by the same options shares. */
export type Setup = Omit<HopTools, 'deadline'> & { readonly policy: UrlPolicy }

/** One fetch on its way through its hops. */
export type Journey = HopTools & {
  readonly policy: UrlPolicy
  readonly started: number
  readonly hops: Hop[]
}

/** The answer where a journey ended, its body not read yet. */
export type Settled = {
  readonly outcome: 'answer'
  readonly answer: OpenAnswer
  readonly redirectStopped: RedirectStop | null
  /** Of the journey up to the moment of the call. */
  readonly travelled: () => Travelled
}

type Travelled = Pick<FetchFailure, 'url' | 'peer' | 'hops' | 'timing'>

const METHODS: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS'.split(' '),
)

/** Reads the options of a fetch; TypeError on those that make no sense. */
export function readOptions(options: SafeFetchOptions): Setup {
  if (/mozilla/i.test(options.userAgent))
    throw new TypeError('the user agent must not pose as a browser')
  const allowed = readAllowList(options.allowHosts ?? [])
  return {
    userAgent: options.userAgent,
    carries: options.carries ?? 'nothing',
    clock: options.clock,
    resolver: options.resolver ?? createResolver(),
    dialer: options.dialer ?? createDialer(),
    policy: { ports: options.ports ?? 'named', allowed },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  }
}

/** Starts the clocks of a fetch; `close` stops them. */
export function startJourney(
  setup: Setup,
  request: FetchRequest,
): { readonly journey: Journey; readonly close: () => void } {
  const limits = { ...setup.limits, ...request.limits }
  const started = setup.clock()
  const deadline = createDeadline(limits.wholeMs, request.signal)
  const journey = { ...setup, limits, deadline, started, hops: [] }
  return { journey, close: () => deadline.clear() }
}

/** Goes from hop to hop up to an answer that leads no further. */
export async function travel(
  journey: Journey,
  request: FetchRequest,
): Promise<Settled | FetchFailure> {
  const { hops } = journey
  const most = Math.min(request.maxRedirects ?? MAX_REDIRECTS, MAX_REDIRECTS)
  let errand = errandOf(request)
  let previous = referrer(request, journey.policy)
  for (;;) {
    const progress = noProgress(errand.url)
    try {
      const target = admit(errand, previous, journey.policy)
      progress.url = target.url.href
      const answer = await openHop(errand, target, journey, progress)
      const here = { ...errand, url: progress.url }
      const step = nextStep(here, answer, most - hops.length)
      if (step.kind === 'final')
        return {
          outcome: 'answer',
          answer,
          redirectStopped: step.stopped,
          travelled: () => travelled(journey, progress),
        }
      answer.close()
      const { status, peer } = answer
      const { crossOrigin } = step
      const to = step.errand.url
      hops.push({ status, from: here.url, to, crossOrigin, peer })
      errand = step.errand
      previous = target
    } catch (error) {
      return fail(journey, progress, failureOf(error))
    }
  }
}

function errandOf(request: FetchRequest): Errand {
  return {
    url: request.url,
    method: (request.method ?? 'GET').toUpperCase(),
    headers: request.headers ?? {},
    body: request.body,
  }
}

/** Where the caller says that it comes from; the same rules bind what follows. */
function referrer(
  { redirectedFrom }: FetchRequest,
  policy: UrlPolicy,
): Target | undefined {
  if (redirectedFrom === undefined) return undefined
  const from = readTarget(redirectedFrom, policy)
  return isRefusal(from) ? undefined : from
}

function admit(
  { url, method }: Errand,
  previous: Target | undefined,
  policy: UrlPolicy,
): Target {
  if (!METHODS.has(method)) throw refused('method', method.slice(0, 32))
  // What the operator allows, a stranger's redirect does not reach.
  const fromStranger = previous !== undefined && !previous.lifted
  const allowed = fromStranger ? new Set<string>() : policy.allowed
  const target = readTarget(url, { ...policy, allowed })
  if (isRefusal(target)) throw refused(target.code, target.detail)
  const secure = previous?.url.protocol === 'https:'
  if (secure && target.url.protocol === 'http:')
    throw refused('https_downgrade', 'redirect from https to http')
  return target
}

function fail(
  journey: Journey,
  progress: HopProgress,
  failure: Failure,
): FetchFailure {
  return { ...failure, ...travelled(journey, progress) }
}

function travelled(journey: Journey, progress: HopProgress): Travelled {
  const { url, peer, ...durations } = progress
  const totalMs = journey.clock() - journey.started
  return { url, peer, hops: journey.hops, timing: { ...durations, totalMs } }
}
