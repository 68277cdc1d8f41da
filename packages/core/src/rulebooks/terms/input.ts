import { z } from 'zod'
import { parseUsd } from '../../money/usd.js'
import { maybe, nowField, rowsReadBy } from '../../rulebook/input.js'
import type { CollectedHeaders } from '../../x402/headers.js'
import { OUTCOMES, SOURCES, THRESHOLDS } from './data.js'
import { readHistoryRow } from './history-row.js'
import { historyRow } from './history-row-schema.js'

const usd = z.union([z.string(), z.number()]).transform((value, context) => {
  const price = parseUsd(value)
  if (price !== undefined) return price
  context.addIssue({
    code: 'custom',
    message: 'not a decimal string (or number) ≥ 0, e.g. "0.01"',
  })
  return z.NEVER
})

const expected = z.object({
  price_usd: maybe(usd),
  pay_to: maybe(z.string()),
  network: maybe(z.string()),
  source: maybe(z.enum(SOURCES)),
})

const options = z.object({
  check_expiry: maybe(z.boolean()),
  skew_s: z
    .number()
    .min(0)
    .optional()
    .describe(
      `Seconds; more than ${THRESHOLDS.skew_most_s.value} count as that`,
    ),
  accept_networks: maybe(texts()),
})

const headers = z
  .record(z.string(), maybe(z.union([z.string(), texts()])))
  .transform(presentHeaders)

const probe = z
  .object({
    outcome: z.enum(OUTCOMES),
    status: maybe(z.number()),
    headers: maybe(headers),
    body: maybe(z.string()),
    body_truncated: maybe(z.boolean()),
    detail: maybe(z.string()),
  })
  .superRefine(({ outcome, status }, context) => {
    if (outcome !== 'response' || typeof status === 'number') return
    context.addIssue({
      code: 'custom',
      path: ['status'],
      message: 'a response needs its status',
    })
  })

/** What `terms` judges; only `now` and `probe` must be there. */
export const termsInput = z.object({
  now: nowField,
  url: maybe(z.string()),
  method: maybe(z.string()),
  expected: maybe(expected),
  options: maybe(options),
  probe,
  history: maybe(rowsReadBy(historyRow, readHistoryRow)),
})

export type TermsInput = z.output<typeof termsInput>

/** A list of texts; what is no text in it is left out. */
function texts() {
  return rowsReadBy(z.string(), (item) =>
    typeof item === 'string' ? item : undefined,
  )
}

type GivenHeaders = Record<string, string | string[] | null | undefined>

function presentHeaders(given: GivenHeaders): CollectedHeaders {
  const present: Record<string, string | string[]> = {}
  for (const name of Object.keys(given)) {
    const value = given[name] ?? null
    if (value !== null) present[name] = value
  }
  return present
}
