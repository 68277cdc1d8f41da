import { z } from 'zod'

/** What is checked; every other field is discarded, unread. */
export const targetInput = z.object({
  target: z.string().describe('A host, a URL or a 0x wallet'),
})
