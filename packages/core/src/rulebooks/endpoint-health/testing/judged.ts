import { isInputError } from '../../../rulebook/input.js'
import {
  addMs,
  formatInstant,
  type Instant,
  parseInstant,
} from '../../../time/instant.js'
import type { EndpointHealthOutput } from '../output.js'
import { endpointHealth } from '../rulebook.js'

export type Json = Record<string, unknown>

export const NOW = '2026-11-30T12:00:00Z'
const HOUR = 3_600_000

/** `NOW` less so many hours, as text. */
export function ago(hours: number): string {
  return formatInstant(addMs(parseInstant(NOW) as Instant, -hours * HOUR))
}

/** A probe that found a valid challenge. */
export const valid = { result: 'response', status: 402, challenge: 'valid' }
const quotes = ['a', 'b', 'c'].map((name) => ({
  host: `${name}.example`,
  price_atomic: '1000',
}))

/** A healthy endpoint with these changes. */
export function input(over: Json = {}): Json {
  return {
    now: NOW,
    url: 'https://api.seller.example/x',
    advertised_method: 'GET',
    observations: [{ at: ago(1), ...valid }],
    quote_atomic: '1000',
    tags: ['Search'],
    category_quotes: quotes,
    registration: { status: 'known', registered_at: '2020-01-01T00:00:00Z' },
    sanctions: {
      list_published_at: '2026-11-29T00:00:00Z',
      fetched_at: ago(2),
      addresses_checked: 1,
      matches: [],
    },
    ...over,
  }
}

/** The answer to it; throws on an input error. */
export function judged(over: Json = {}): EndpointHealthOutput {
  const answer = endpointHealth.judge(input(over))
  if (isInputError(answer)) throw new Error(answer.error.message)
  return answer
}

/** The points of its components. */
export const points = (over: Json) => {
  const { components } = judged(over)
  return Object.fromEntries(
    Object.entries(components).map(([id, { points }]) => [id, points]),
  )
}
