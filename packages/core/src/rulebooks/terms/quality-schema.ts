import { z } from 'zod'
import { QUALITY_CODE_NAMES } from '../../x402/quality-codes.js'

export const qualityChecksSchema = z.object({
  reachable: z.boolean(),
  http_status: z.number().nullable(),
  status_is_402: z.boolean(),
  /** The media type in lower case, without parameters. */
  content_type: z.string().nullable(),
  /** True as well when an entry came from the header. */
  content_type_ok: z.boolean().nullable(),
  /** UTF-8 bytes of the body as given. */
  body_bytes: z.number().nullable(),
  schema_declared: z.boolean(),
  schema_source: z.enum(['bazaar', 'v1']).nullable(),
  /** Null when there is nothing to compare or the schema does not compile. */
  schema_match: z.boolean().nullable(),
})

/** The `quality` block: what the unpaid answer alone says of an endpoint. */
export const qualitySchema = z.object({
  code: z.enum(QUALITY_CODE_NAMES),
  checks: qualityChecksSchema,
})

export type QualityChecks = z.output<typeof qualityChecksSchema>
export type Quality = z.output<typeof qualitySchema>
