import {
  type FetchRequest,
  type FetchResult,
  type Hop,
  nextStep,
  type SafeFetch,
} from '../collect/index.js'
import type { Turns, TurnTools } from './turns.js'

/** Thrown where a host's turn did not come in time: nothing was asked there. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

/** One request, in its host's turn, without following redirects. */
export type Ask = (request: FetchRequest) => Promise<FetchResult>

/** Asks in turn. Rejects with NoTurn, and never for what a seller does. */
export function createAsk(
  fetch: SafeFetch,
  turns: Turns,
  { policy }: Pick<TurnTools, 'policy'>,
): Ask {
  const { timeoutMs } = policy
  return async (given) => {
    const limits = { wholeMs: timeoutMs, firstByteMs: timeoutMs }
    const request = {
      ...given,
      maxRedirects: 0,
      limits: { ...limits, ...given.limits },
    }
    // Refused by safe-fetch before it connects: nobody's turn.
    if (!isHttp(request.url)) return fetch(request)
    const hostName = hostNameOf(request.url)
    if (!(await turns.take(hostName))) throw new NoTurn(hostName)
    const result = await fetch(request)
    await turns.asked(hostName)
    return result
  }
}

export type PoliteFetch = {
  readonly fetch: SafeFetch
  /** Whether a redirect led where robots.txt forbids to go. */
  readonly blocked: () => boolean
}

/**
 * A fetch that follows redirects one turn at a time, and only where `allows`
 * says that it may.
 */
export function createPoliteFetch(
  ask: Ask,
  allows: (url: string) => Promise<boolean>,
): PoliteFetch {
  let blocked = false
  return {
    blocked: () => blocked,
    fetch: async (request) => {
      const hops: Hop[] = []
      let errand = request
      let totalMs = 0
      for (;;) {
        const result = await ask(errand)
        totalMs += result.timing.totalMs
        const timing = { ...result.timing, totalMs }
        const whole = { ...result, hops: [...hops], timing }
        if (whole.outcome !== 'response') return whole
        const step = nextStep(
          { url: whole.url, method: 'GET', headers: {}, body: undefined },
          whole,
          (request.maxRedirects ?? 0) - hops.length,
        )
        if (step.kind === 'final')
          return { ...whole, redirectStopped: step.stopped }
        const { status, url: from, peer } = whole
        const to = step.errand.url
        if (!(await allows(to))) {
          blocked = true
          return { ...whole, redirectStopped: null }
        }
        const { crossOrigin } = step
        // An answer has come from somewhere.
        const known = peer as NonNullable<typeof peer>
        hops.push({ status, from, to, crossOrigin, peer: known })
        errand = { ...request, url: to, redirectedFrom: from }
      }
    },
  }
}

/** True for what can be asked at all. */
export function isHttp(url: string): boolean {
  return /^https?:/i.test(url)
}

/** The name by which the store leases the host of a readable URL. */
function hostNameOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '')
}
