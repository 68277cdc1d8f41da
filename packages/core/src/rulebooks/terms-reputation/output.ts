import { z } from 'zod'
import { BANDS, CONFIDENCES, VERSION } from './data.js'

const component = z.object({
  /** 0–1, rounded to six decimals to be shown; null without data. */
  value: z.number().nullable(),
  weight: z.number(),
})

/** The answer of rulebook terms-reputation. */
export const termsReputationOutput = z.object({
  rulebook: z.literal('terms-reputation'),
  version: z.literal(VERSION),
  /** `scheme://host[:port]`, or as given. */
  host: z.string().nullable(),
  /** 0–100; null with insufficient data. */
  score: z.number().nullable(),
  band: z.enum(BANDS),
  confidence: z.enum(CONFIDENCES),
  low_data: z.boolean(),
  /** The number a score would be, only with insufficient data. */
  provisional_score: z.number().nullable(),
  breakdown: z.object({
    stability: component,
    drift: component,
    verdicts: component,
    freshness: component,
    quality: component,
    cap_applied: z.boolean(),
  }),
  inputs: z.object({
    endpoints: z.number(),
    observations_total: z.number().nullable(),
    first_seen: z.string().nullable(),
    tracked_days: z.number().nullable(),
    newest_check_at: z.string().nullable(),
    pay_30d: z.number(),
    skip_30d: z.number(),
    pairs: z.number(),
    penalty: z.number(),
  }),
})

export type TermsReputation = z.output<typeof termsReputationOutput>

/** The free view of a reputation. */
export const publicReputation = termsReputationOutput.pick({
  host: true,
  band: true,
})

export type PublicReputation = z.output<typeof publicReputation>
