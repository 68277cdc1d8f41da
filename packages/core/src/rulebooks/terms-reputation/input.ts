import { z } from 'zod'
import {
  countField,
  maybe,
  maybeDate,
  nowField,
  rowAtomicText,
  rowDate,
  rows,
} from '../../rulebook/input.js'
import { VERDICTS } from './data.js'

const observationRow = z.object({
  at: rowDate,
  price_atomic: maybe(rowAtomicText),
  network: maybe(z.string()),
  asset: maybe(z.string()),
  pay_to: maybe(z.string()),
})

const endpointRow = z.object({
  url: maybe(z.string()),
  observations: maybe(rows(observationRow)),
  /** A code outside the list is no data. */
  quality_code: maybe(z.string()),
})

const checkRow = z.object({
  at: rowDate,
  url: maybe(z.string()),
  verdict: z.enum(VERDICTS),
})

/** What the reputation of a host is computed from; only `now` must be there. */
export const termsReputationInput = z.object({
  now: nowField,
  host: maybe(z.string()),
  observations_total: maybe(countField),
  first_seen: maybeDate,
  endpoints: maybe(rows(endpointRow)),
  checks: maybe(rows(checkRow)),
})

export type TermsReputationInput = z.output<typeof termsReputationInput>
export type ObservationRow = z.output<typeof observationRow>
export type EndpointRow = z.output<typeof endpointRow>
export type CheckRow = z.output<typeof checkRow>
