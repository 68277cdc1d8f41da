import { z } from 'zod'
import { FINDINGS, type FindingCode } from './data/findings.js'

const code = z.enum(Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]])

const effect = z.union([
  z.object({ subtract: z.int() }),
  z.object({ cap: z.int() }),
])

/** What `assay judge destination` answers. */
export const destinationOutput = z.object({
  rulebook: z.literal('destination'),
  version: z.literal('1'),
  target_type: z.enum(['domain', 'url', 'wallet', 'ens', 'invalid']),
  host: z.string().nullable().meta({ description: 'ASCII host' }),
  score: z.int().min(0).max(100),
  verdict: z.enum(['trusted', 'unknown', 'suspicious', 'block']),
  recommended_action: z.enum([
    'proceed',
    'verify_out_of_band',
    'require_human_review',
    'do_not_pay',
  ]),
  reasons: z.array(z.object({ code, text: z.string(), effect })),
  domain_age_days: z.int().min(0).nullable(),
  policy_version: z.literal('1'),
  checked_at: z.string().meta({ format: 'date-time' }),
})

export type DestinationAnswer = z.output<typeof destinationOutput>
export type Verdict = DestinationAnswer['verdict']
