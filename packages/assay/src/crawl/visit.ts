import {
  type ChallengeData,
  collectChallenge,
  collectRobots,
  retryAfterSeconds,
  robotsBlockedChallenge,
  type SafeFetch,
} from '../collect/index.js'
import type {
  Endpoint,
  HostLease,
  ObservedEvidence,
  StoredEvidence,
} from '../store/store.js'
import { dueAgain, hostAnswer, restAfter } from './frontier.js'
import { type CrawlPolicy, NO_TURN_RETRY_MS } from './policy.js'
import { createAsk, createPoliteFetch, isHttp, NoTurn } from './polite-fetch.js'
import type { Recorder } from './record.js'
import type { KnownRobots, RobotsKeeper } from './robots-keeper.js'
import type { StoreTime } from './store-time.js'
import type { Strikes } from './strikes.js'
import { createTurns, type TurnTools } from './turns.js'

/** What one lease of a host came to, to be stored and then given back. */
export type Visit = {
  readonly host_name: string
  readonly looks: readonly ObservedEvidence[]
  readonly evidence: readonly StoredEvidence[]
  readonly done: readonly {
    readonly resource_id: string
    readonly due_at: number
  }[]
  readonly notBefore: number
  readonly requests: number
  /** Endpoints that were put off, their host or its robots.txt not to be had. */
  readonly deferred: number
}

export type VisitTools = TurnTools & {
  readonly fetch: SafeFetch
  readonly robots: RobotsKeeper
  readonly recorder: Recorder
  readonly strikes: Strikes
  readonly policy: CrawlPolicy
  /** Says whether one more endpoint may be looked at. */
  readonly mayLook: () => boolean
}

/**
 * Uses one lease: asks for robots.txt where it is not known, else for the
 * endpoint that has been due longest; no second request to the host within its
 * gap. Never rejects for what a seller does.
 */
export async function visit(
  lease: HostLease,
  time: StoreTime,
  tools: VisitTools,
): Promise<Visit> {
  const { clock, policy, recorder, robots, strikes } = tools
  const host = lease.host_name
  const turns = createTurns(lease, time, tools)
  let requests = 0
  const ask = createAsk(
    (request) => {
      requests++
      return tools.fetch(request)
    },
    turns,
    tools,
  )
  const looks: ObservedEvidence[] = []
  const evidence: StoredEvidence[] = []
  const done: { resource_id: string; due_at: number }[] = []
  let rest = 0
  let deferred = 0

  async function askRobots(origin: string): Promise<KnownRobots> {
    const data = await collectRobots(origin, { ask, now: time.now })
    const at = time.now()
    evidence.push(recorder.robots(origin, data, at))
    const { retry_after_s: retryAfterS } = data
    if (data.access !== 'unreachable') {
      strikes.clear(origin)
      return robots.learn(origin, data, at, 0)
    }
    const answer = { kind: 'robots_unreachable', retryAfterS } as const
    const restMs = restAfter(answer, strikes.add(origin))
    if (retryAfterS !== null) rest = Math.max(rest, restMs)
    return robots.learn(origin, data, at, Math.max(restMs, policy.gapMs))
  }

  /** Undefined: not known, and no turn left to ask for it. */
  async function robotsOf(origin: string): Promise<KnownRobots | undefined> {
    const known = await robots.known(origin, time.now())
    if (known !== undefined || turns.spent()) return known
    return askRobots(origin)
  }

  async function allowsRedirect(url: string): Promise<boolean> {
    if (!isHttp(url)) return true
    const { origin } = new URL(url)
    const known = await robots.known(origin, time.now())
    return (known ?? (await askRobots(origin))).rules.allows(url)
  }

  async function lookAt(endpoint: Endpoint): Promise<void> {
    const polite = createPoliteFetch(ask, allowsRedirect)
    const seen = await collectChallenge(
      { url: endpoint.url, method: 'GET', followUps: 'none' },
      { fetch: polite.fetch, clock, timeoutMs: policy.timeoutMs },
    )
    const data = polite.blocked() ? { ...seen, blocked_by: 'robots' } : seen
    const look = record(endpoint, data)
    const answer = hostAnswer(look.observation, retryAfterOf(data, time.now()))
    if (answer.kind === 'answered') strikes.clear(host)
    else rest = Math.max(rest, restAfter(answer, strikes.add(host)))
  }

  function record(endpoint: Endpoint, data: ChallengeData): ObservedEvidence {
    const at = time.now()
    const look = recorder.look(endpoint, data, at)
    looks.push(look)
    const { resource_id } = endpoint
    done.push({ resource_id, due_at: dueAgain(at, policy.slotMs) })
    return look
  }

  function putOff({ resource_id }: Endpoint, due_at: number): void {
    deferred++
    done.push({ resource_id, due_at })
  }

  /** False: this visit is over. */
  async function attend(endpoint: Endpoint): Promise<boolean> {
    const { url } = endpoint
    const known = await robotsOf(new URL(url).origin)
    if (known === undefined) return false
    if (known.unreachable) {
      putOff(endpoint, known.until)
      return true
    }
    if (known.rules.allows(url) && turns.spent()) return false
    if (!tools.mayLook()) return false
    if (known.rules.allows(url)) await lookAt(endpoint)
    else record(endpoint, robotsBlockedChallenge(url, 'GET'))
    return rest === 0
  }

  for (const endpoint of lease.due) {
    try {
      if (!(await attend(endpoint))) break
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      // Too late for this lease, or the crawl is being stopped.
      if (tools.signal.aborted || requests === 0) break
      putOff(endpoint, time.now() + NO_TURN_RETRY_MS)
    }
  }
  const notBefore = Math.max(
    turns.notBefore(),
    rest > 0 ? time.now() + rest : 0,
  )
  return {
    host_name: host,
    looks,
    evidence,
    done,
    notBefore,
    requests,
    deferred,
  }
}

function retryAfterOf({ answer }: ChallengeData, now: number): number | null {
  if (answer.outcome !== 'response') return null
  const field = answer.headers.find(
    ({ name }) => name.toLowerCase() === 'retry-after',
  )
  if (field === undefined) return null
  const value = Buffer.from(field.value_base64, 'base64').toString('latin1')
  return retryAfterSeconds([[field.name, value]], now) ?? null
}
