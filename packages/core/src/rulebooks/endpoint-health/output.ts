import { z } from 'zod'
import { CATEGORIES, COMPONENT_IDS } from './data.js'

const score = z.number().int().min(0).max(100)

const component = z.object({
  /** Up to four decimals; null while unknown. */
  points: z.number().nullable(),
  max: z.number(),
  status: z.enum(['known', 'unknown']),
  detail: z.string(),
})

/** The answer of endpoint-health. */
export const endpointHealthOutput = z.object({
  rulebook: z.literal('endpoint-health'),
  version: z.literal('1'),
  url: z.string().nullable(),
  /** The advertised method in upper case. */
  method: z.string(),
  score: score.nullable(),
  possible_range: z.tuple([score, score]),
  components: z.record(z.enum(COMPONENT_IDS), component),
  usable_samples: z.number(),
  successful_samples: z.number(),
  unsampled_slots: z.number(),
  category: z.enum(CATEGORIES),
  /** The newest usable observation. */
  observed_at: z.string().nullable(),
  assessment: z.string(),
})

export type EndpointHealthOutput = z.output<typeof endpointHealthOutput>
