import { z } from 'zod'
import { isObject } from '../../json/value.js'
import { parseAtomic } from '../../money/usd.js'
import {
  countField,
  maybe,
  maybeDate,
  nowField,
  rowAtomicText,
  rows,
  rowsReadBy,
} from '../../rulebook/input.js'
import { type Instant, parseInstant } from '../../time/instant.js'
import { CHALLENGES, REGISTRATION_STATUSES, RESULTS } from './data.js'

/** One probe; rows that were not sampled are dropped when they are read. */
export type Observation = {
  readonly at: Instant
  readonly result: Exclude<(typeof RESULTS)[number], 'not_sampled'>
  readonly status: number | undefined
  readonly challenge: (typeof CHALLENGES)[number]
}

export type Quote = { readonly host: string; readonly price: bigint }

const observationRow = z.object({
  at: z.string().meta({ format: 'date-time' }),
  result: z.enum(RESULTS),
  status: maybe(countField),
  challenge: maybe(z.enum(CHALLENGES)),
})

const quoteRow = z.object({ host: z.string(), price_atomic: rowAtomicText })

/** An address on the list; only that there is one counts. */
const matchRow = z.looseObject({})

/** What endpoint-health reads; everything but `now` may be missing. */
export const endpointHealthInput = z.object({
  now: nowField,
  url: maybe(z.string()),
  advertised_method: maybe(z.string()),
  observations: maybe(rowsReadBy(observationRow, readObservation)),
  quote_atomic: maybe(z.string()),
  tags: maybe(rows(z.string())),
  category_quotes: maybe(rowsReadBy(quoteRow, readQuote)),
  registration: maybe(
    z.object({
      status: maybe(z.enum(REGISTRATION_STATUSES)),
      registered_at: maybeDate,
      reason: maybe(z.string()),
    }),
  ),
  sanctions: maybe(
    z.object({
      list_published_at: maybeDate,
      fetched_at: maybeDate,
      addresses_checked: maybe(countField),
      matches: maybe(rowsReadBy(matchRow, readMatch)),
    }),
  ),
})

export type EndpointHealthInput = z.output<typeof endpointHealthInput>

function readObservation(item: unknown): Observation | undefined {
  if (!isObject(item)) return undefined
  const result = item['result']
  const status = item['status'] ?? undefined
  const challenge = item['challenge'] ?? 'none'
  if (!isOneOf(RESULTS, result) || result === 'not_sampled') return undefined
  if (!isOneOf(CHALLENGES, challenge)) return undefined
  if (status !== undefined && typeof status !== 'number') return undefined
  const at = parseInstant(item['at'])
  return at === undefined ? undefined : { at, result, status, challenge }
}

function isOneOf<Word>(words: readonly Word[], value: unknown): value is Word {
  for (const word of words) if (word === value) return true
  return false
}

function readQuote(item: unknown): Quote | undefined {
  if (!isObject(item) || typeof item['host'] !== 'string') return undefined
  const price = parseAtomic(item['price_atomic'])
  return price === undefined
    ? undefined
    : { host: item['host'].toLowerCase(), price }
}

function readMatch(item: unknown): object | undefined {
  return isObject(item) ? item : undefined
}
