import { z } from 'zod'
import { isObject } from '../../json/value.js'
import { isAtomicText } from '../../money/usd.js'
import {
  countField,
  maybe,
  maybeDate,
  nowField,
  rowAtomicText,
  rowsReadBy,
} from '../../rulebook/input.js'
import { type Instant, parseInstant } from '../../time/instant.js'
import { VERDICTS } from './data.js'

type Text = string | undefined

/** One observation; null terms were not there. */
export type ObservationRow = {
  readonly at: Instant
  readonly price_atomic: Text
  readonly network: Text
  readonly asset: Text
  readonly pay_to: Text
}

export type EndpointRow = {
  readonly observations: readonly ObservationRow[]
  readonly quality_code: Text
}

export type CheckRow = {
  readonly at: Instant
  readonly url: Text
  readonly verdict: (typeof VERDICTS)[number]
}

const dateText = z.string().meta({ format: 'date-time' })

const observationRow = z.object({
  at: dateText,
  price_atomic: maybe(rowAtomicText),
  network: maybe(z.string()),
  asset: maybe(z.string()),
  pay_to: maybe(z.string()),
})

const observationRows = rowsReadBy(observationRow, readObservation)

const endpointRow = z.object({
  url: maybe(z.string()),
  observations: maybe(observationRows),
  /** A code outside the list is no data. */
  quality_code: maybe(z.string()),
})

const checkRow = z.object({
  at: dateText,
  url: maybe(z.string()),
  verdict: z.enum(VERDICTS),
})

/** What the reputation of a host is computed from; only `now` must be there. */
export const termsReputationInput = z.object({
  now: nowField,
  host: maybe(z.string()),
  observations_total: maybe(countField),
  first_seen: maybeDate,
  endpoints: maybe(rowsReadBy(endpointRow, readEndpoint)),
  checks: maybe(rowsReadBy(checkRow, readCheck)),
})

export type TermsReputationInput = z.output<typeof termsReputationInput>

function readObservation(item: unknown): ObservationRow | undefined {
  if (!isObject(item)) return undefined
  const price_atomic = item['price_atomic'] ?? undefined
  const network = item['network'] ?? undefined
  const asset = item['asset'] ?? undefined
  const pay_to = item['pay_to'] ?? undefined
  const readable =
    (price_atomic === undefined || isAtomicText(price_atomic)) &&
    isTextOrAbsent(network) &&
    isTextOrAbsent(asset) &&
    isTextOrAbsent(pay_to)
  const at = parseInstant(item['at'])
  if (!readable || at === undefined) return undefined
  return { at, price_atomic, network, asset, pay_to }
}

function readEndpoint(item: unknown): EndpointRow | undefined {
  if (!isObject(item)) return undefined
  const quality_code = item['quality_code'] ?? undefined
  const list = item['observations'] ?? []
  const readable =
    isTextOrAbsent(item['url'] ?? undefined) && isTextOrAbsent(quality_code)
  if (!readable || !Array.isArray(list)) return undefined
  const observations: ObservationRow[] = []
  for (const row of list) {
    const observation = readObservation(row)
    if (observation !== undefined) observations.push(observation)
  }
  return { observations, quality_code }
}

function readCheck(item: unknown): CheckRow | undefined {
  if (!isObject(item)) return undefined
  const url = item['url'] ?? undefined
  const verdict = VERDICTS.find((word) => word === item['verdict'])
  const at = parseInstant(item['at'])
  if (at === undefined || verdict === undefined || !isTextOrAbsent(url))
    return undefined
  return { at, url, verdict }
}

function isTextOrAbsent(value: unknown): value is Text {
  return value === undefined || typeof value === 'string'
}
