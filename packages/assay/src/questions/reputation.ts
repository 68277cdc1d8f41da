import type { Observation } from '../store/store.js'
import { isoOf } from './iso.js'

/** Everything known of one host. */
export type HostFacts = {
  readonly host: string
  readonly endpoints: readonly {
    readonly resource_id: string
    readonly url: string
    /** When a catalog listed it first. */
    readonly first_seen: number
    /** Of the crawler, newest first, at most 30. */
    readonly crawls: readonly Observation[]
  }[]
  /** Of the last 30 days; verdicts that no caller took part in. */
  readonly checks: readonly {
    readonly at: number
    readonly url: string
    readonly verdict: string
  }[]
}

/** The input of terms-reputation; undefined: nothing is known of the host. */
export function reputationQuestion(
  now: string,
  { host, endpoints, checks }: HostFacts,
): object | undefined {
  const observed = endpoints.filter(({ crawls }) => crawls.length > 0)
  if (observed.length === 0 && checks.length === 0) return undefined
  const starts = observed.map(({ first_seen, crawls }) =>
    Math.min(first_seen, crawls.at(-1)?.at ?? first_seen),
  )
  return {
    now,
    host,
    observations_total: observed.reduce(
      (total, { crawls }) => total + crawls.length,
      0,
    ),
    first_seen: starts.length === 0 ? null : isoOf(Math.min(...starts)),
    endpoints: observed.map(({ url, crawls }) => ({
      url,
      observations: crawls.map(historyRow),
      quality_code: qualityOf(crawls),
    })),
    checks: checks.map(({ at, url, verdict }) => ({
      at: isoOf(at),
      url,
      verdict,
    })),
  }
}

/** An observation as the histories of the rulebooks take it. */
export function historyRow(observation: Observation): object {
  const { at, status, price_atomic, network, asset, pay_to } = observation
  return { at: isoOf(at), status, price_atomic, network, asset, pay_to }
}

// Robots and walls say nothing of a seller's quality.
function qualityOf(crawls: readonly Observation[]): string | null {
  const newest = crawls.find(({ result }) => result !== 'robots_blocked')
  return newest?.quality_code ?? null
}
