import { z } from 'zod'

/** A 402 answer as it was saved; header values one text or a list of texts. */
export const savedResponseSchema = z.object({
  status: z.int(),
  headers: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .nullish()
    .transform((headers) => headers ?? {}),
  body: z
    .string()
    .nullish()
    .transform((body) => body ?? ''),
  body_truncated: z
    .boolean()
    .nullish()
    .transform((truncated) => truncated ?? false),
})
