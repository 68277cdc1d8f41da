import { z } from 'zod'
import { REPORT_SCHEMA_ID } from './report-words.js'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'not a lower-case SHA-256')
const shown = z.union([z.string(), z.number(), z.null()])

/** A list as it was when it was used. */
export const listSnapshotSchema = z.object({
  id: z.string().min(1),
  sha256,
  published_at: z.string().nullable(),
  fetched_at: z.string().nullable(),
})

export type ListSnapshot = z.output<typeof listSnapshotSchema>

/** What made a report, as far as its maker has to say it. */
export const softwareSchema = z.object({
  name: z.string(),
  version: z.string(),
  public_suffix_list: z.string().nullable(),
  confusables: z.string().nullable(),
})

export type Software = z.output<typeof softwareSchema>

const reasonSchema = z.object({
  decision: z.enum(['note', 'hold', 'block']),
  rulebook: z.string(),
  code: z.string(),
  text: z.string(),
  measured: shown,
  threshold: shown,
  would_allow: z.string().nullable(),
})

const termsSchema = z.looseObject({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: z.looseObject({ atomic: z.string(), usd: z.string().nullish() }),
  pay_to: z.string(),
  payment_terms_sha256: z.string().nullable(),
})

/** Subject, verdicts, decision and evidence digests: what every face shows. */
export const reportSchema = z.object({
  report: z.literal(REPORT_SCHEMA_ID),
  /** 128 random bits of the maker; in no digest. */
  id: z.string().min(1),
  subject: z.object({
    resource: z.string(),
    resource_id: z.string(),
    host: z.string(),
    listed: z.boolean().nullable(),
  }),
  as_of: z.string().meta({ format: 'date-time' }),
  decision: z.enum(['allow', 'hold', 'block']),
  reasons: z.array(reasonSchema),
  retry_after_s: z.number().nullable(),
  /** The exact terms that were approved; null when there are none. */
  terms: termsSchema.nullable(),
  /** The answer of each rulebook, or `{ unavailable: code }`. */
  rulebooks: z.record(z.string(), z.unknown()),
  /** The answer of terms-reputation; null when there is none. */
  reputation: z.unknown(),
  evidence: z.array(
    z.object({
      kind: z.string(),
      collected_at: z.string(),
      status: z.string(),
      sha256,
      source: z.string(),
    }),
  ),
  policy_sha256: sha256,
  software: softwareSchema.extend({
    rulebooks: z.record(z.string(), z.string()),
    lists: z.array(listSnapshotSchema),
  }),
})

export type Report = z.output<typeof reportSchema>
