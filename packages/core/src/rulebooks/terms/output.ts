import { z } from 'zod'
import {
  CONFIDENCES,
  DEADLINE_SOURCES,
  REASON_CODES,
  SOURCES,
  VERDICTS,
} from './data.js'
import { qualitySchema } from './quality-schema.js'

const historySchema = z.object({
  stable_for_days: z.number().nullable(),
  stable_since: z.string().nullable(),
  last_changed: z.string().nullable(),
  drift: z.boolean(),
})

const paymentSchema = z.object({
  scheme: z.literal('exact'),
  network: z.string(),
  asset: z.string(),
  amount: z.object({ atomic: z.string(), usd: z.string() }),
  pay_to: z.string(),
  deadline: z.string(),
  deadline_source: z.enum(DEADLINE_SOURCES),
})

const offerSchema = z.object({
  /** Position in the `accepts` list named by `source`. */
  index: z.number(),
  source: z.enum(['header', 'body']),
  version: z.union([z.literal(1), z.literal(2)]),
  scheme: z.string().nullable(),
  network: z.string().nullable(),
  asset: z.string().nullable(),
  pay_to: z.string().nullable(),
  amount: z.string().nullable(),
  max_timeout_seconds: z.number().nullable(),
  usable: z.boolean(),
  defects: z.array(z.string()),
})

/** What `terms` answers. */
export const termsOutput = z.object({
  rulebook: z.literal('terms'),
  version: z.string(),
  verdict: z.enum(VERDICTS),
  reason_code: z.enum(REASON_CODES),
  reason: z.string(),
  confidence: z.enum(CONFIDENCES),
  quoted_price_usd: z.string().nullable(),
  network: z.string().nullable(),
  asset: z.string().nullable(),
  pay_to: z.string().nullable(),
  expected_source: z.enum(SOURCES).nullable(),
  /** Of a pay only. */
  payment: paymentSchema.nullable(),
  payment_terms_sha256: z.string().nullable(),
  history: historySchema,
  quality: qualitySchema,
  /** In reading order. */
  offers: z.array(offerSchema),
  defects: z.array(z.string()),
})

export type TermsOutput = z.output<typeof termsOutput>
export type TermsHistory = z.output<typeof historySchema>
export type TermsPayment = z.output<typeof paymentSchema>
export type TermsOffer = z.output<typeof offerSchema>
