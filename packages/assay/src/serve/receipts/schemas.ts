import { z } from '@hono/zod-openapi'

/** What narrows a list of receipts; all of it optional. */
export const receiptListSchema = z.object({
  surface: z.string().min(1).max(64).optional().openapi({
    description: 'The surface that gave it',
    example: 'preflight',
  }),
  verdict: z.string().min(1).max(64).optional().openapi({ example: 'block' }),
  host: z.string().min(1).max(300).optional().openapi({
    description: 'scheme://host[:port], or the bare name of an https host',
    example: 'api.example.com',
  }),
  url: z.string().min(1).max(8_192).optional().openapi({
    description: 'Compared without its query values',
    example: 'https://api.example.com/data',
  }),
  cursor: z
    .string()
    .max(80)
    .optional()
    .openapi({ description: '`next` of the page before' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

export type ReceiptListQuery = z.output<typeof receiptListSchema>

/** The same for one URL. */
export const receiptsByUrlSchema = receiptListSchema.required({ url: true })

/** A receipt as everybody may see it. */
export const publicReceiptSchema = z
  .object({
    id: z.string(),
    at: z.string(),
    surface: z.string(),
    url: z.string().openapi({ description: 'Without query values' }),
    host: z.string(),
    verdict: z.string(),
    reason_code: z.string().nullable(),
    summary: z.unknown(),
    jws: z.string().nullable().openapi({
      description:
        "Null when it is not signed, or is only its holder's to show",
    }),
    jws_sha256: z.string().nullable().openapi({
      description: 'Whoever holds the receipt can compare',
    }),
    withheld: z
      .enum(['unsigned', 'query_values', 'audience', 'body'])
      .nullable()
      .openapi({ description: 'Why `jws` is not shown' }),
  })
  .openapi('Receipt')

/** A page of receipts, newest first. */
export const publicReceiptsSchema = z
  .object({
    receipts: z.array(publicReceiptSchema),
    next: z.string().nullable().openapi({ description: 'Null: the last page' }),
  })
  .openapi('Receipts')

/** RFC 7517. */
export const jwksSchema = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .openapi('KeySet')
