import { z } from 'zod'
import { parseInstant } from '../time/instant.js'

/** Everything that can be seen; the list is closed. */
export const EVIDENCE_KINDS = [
  'challenge',
  'listing',
  'robots',
  'registration',
  'sanctions',
  'screening',
  'settlement_summary',
  'price_context',
  'seller_document',
  'delivery',
] as const

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const SHA256 = /^[0-9a-f]{64}$/

const instantText = z
  .string()
  .refine(
    (text) => parseInstant(text) !== undefined,
    'not an RFC 3339 date-time with a zone, e.g. 2026-11-30T12:00:00Z',
  )
  .meta({ format: 'date-time' })

const common = {
  /** A ULID from the injected clock and randomness; in no digest. */
  id: z.string().regex(ULID, 'not a ULID'),
  kind: z.enum(EVIDENCE_KINDS),
  /** What was looked at: a resource, a host key, a wallet key. */
  subject: z.string().min(1),
  collected_at: instantText,
  collector: z.strictObject({
    id: z.string().min(1),
    version: z.string().min(1),
  }),
  /** SHA-256 of the canonical JSON of the record without `id` and `sha256`. */
  sha256: z.string().regex(SHA256, 'not a lower-case SHA-256'),
}

/** One thing seen, or why it could not be seen. Append-only. */
export const evidenceRecordSchema = z.discriminatedUnion('status', [
  z.strictObject({
    ...common,
    status: z.literal('collected'),
    data: z.json(),
  }),
  z.strictObject({
    ...common,
    status: z.enum(['failed', 'not_applicable']),
    failure: z.strictObject({ code: z.string().min(1), detail: z.string() }),
  }),
])

export type EvidenceRecord = z.output<typeof evidenceRecordSchema>
