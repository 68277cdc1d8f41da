import { z } from 'zod'

/** Who is scored; rulebook counterparty itself says what is a subject. */
export const subjectInput = z.object({
  subject: z.string().describe('An http(s) URL or a wallet of the seller'),
})
