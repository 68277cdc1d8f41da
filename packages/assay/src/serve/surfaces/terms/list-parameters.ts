import { z } from 'zod'
import { nameField, urlField } from '../fields.js'

/** Which receipts a list shows. */
export const listInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(64).optional().describe('`next` of the page before'),
  host: nameField.optional().describe('Those of one host'),
})

/** The receipts of one URL; its query values do not count. */
export const byUrlInput = z.object({ url: urlField })

export const LIST_EXAMPLES = {
  limit: 50,
  cursor: 'next of the page before',
  host: 'https://api.example.com',
  url: 'https://api.example.com/x',
} as const
