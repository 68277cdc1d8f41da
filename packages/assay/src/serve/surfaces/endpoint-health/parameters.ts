import { z } from 'zod'
import { networkField, urlField, usdField } from '../fields.js'

/** Which endpoint is asked about. */
export const endpointInput = z.object({
  url: urlField.describe('The endpoint, as a catalog lists it'),
  method: z
    .string('not text')
    .transform((text) => text.trim().toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{1,16}$/, 'not a method'))
    .optional()
    .describe('The method that is listed; any when absent, GET before others'),
})

export type EndpointInput = z.output<typeof endpointInput>

/** What the index shows. */
export const indexInput = z.object({
  query: z.string().trim().max(200).optional(),
  category: z.string().max(64).optional(),
  network: networkField.optional(),
  max_price_usd: usdField.optional(),
  min_score: z.coerce.number().min(0).max(100).optional(),
  sort: z.enum(['score', 'price', 'last_seen']).default('score'),
  cursor: z.string().max(1_024).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export type IndexInput = z.output<typeof indexInput>

export const ENDPOINT_EXAMPLES = {
  url: 'https://api.example.com/x',
  method: 'GET',
  query: 'weather',
  category: 'Search',
  network: 'eip155:8453',
  max_price_usd: '0.05',
  min_score: 80,
  sort: 'score',
  cursor: 'next of the page before',
  limit: 50,
} as const
