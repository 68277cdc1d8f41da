import type { Observation } from '../store/store.js'
import type { Quote } from './condense.js'
import { isoOf } from './iso.js'

/** What is known of an endpoint's health, as plain data. */
export type HealthFacts = {
  readonly now: string
  readonly url: string
  readonly method: string
  readonly tags: readonly string[]
  /** Of the crawler, newest first. */
  readonly crawls: readonly Observation[]
  readonly quotes: readonly Quote[]
  readonly registration: object
  readonly sanctions: HealthSanctions | null
}

/** The sanctions list as endpoint-health takes it. */
export type HealthSanctions = {
  readonly list_published_at: string | null
  readonly fetched_at: string
  readonly addresses_checked: number
  readonly matches: readonly object[]
}

/** The input of rulebook endpoint-health. */
export function healthQuestion(facts: HealthFacts): object {
  return {
    now: facts.now,
    url: facts.url,
    advertised_method: facts.method,
    observations: facts.crawls.map(({ at, result, status, challenge }) => ({
      at: isoOf(at),
      result,
      status,
      challenge,
    })),
    quote_atomic: quoteOf(facts.crawls),
    tags: facts.tags,
    category_quotes: facts.quotes,
    registration: facts.registration,
    sanctions: facts.sanctions,
  }
}

/** The quote of the newest valid challenge. */
export function quoteOf(crawls: readonly Observation[]): string | null {
  return newestValid(crawls)?.quote_atomic ?? null
}

/** The newest observation of a valid challenge; `crawls` newest first. */
export function newestValid(
  crawls: readonly Observation[],
): Observation | undefined {
  return crawls.find(({ challenge }) => challenge === 'valid')
}
