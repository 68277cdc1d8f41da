import { createHash } from 'node:crypto'
import {
  canonicalJson,
  isEvmAddress,
  isSolanaAddress,
  type JsonValue,
  jsonSchemaOf,
  mapNetwork,
  parseUsd,
  RULEBOOKS,
  readInput,
  type SpendPolicy,
  savedResponseSchema,
  spendPolicySchema,
  unknownPolicyFields,
  wellFormedJson,
} from '@assay402/core'
import { z } from '@hono/zod-openapi'
import { EXAMPLE, methodSchema, urlSchema, usdSchema } from './schemas.js'

/** How long a receipt holds, seconds. */
export const RECEIPT_SECONDS = { least: 60, usual: 300, most: 3_600 } as const

const IDS: readonly string[] = RULEBOOKS.map(({ id }) => id)

const expectedSchema = z
  .object({
    price_usd: usdSchema
      .refine((price) => parseUsd(price) !== undefined, 'not an amount in USD')
      .transform(String)
      .nullish(),
    pay_to: z
      .string()
      .refine(isWallet, 'no EVM or Solana address')
      .nullish()
      .openapi({ example: EXAMPLE.wallet }),
    network: z
      .string()
      .max(256)
      .refine(
        (network) => mapNetwork(network).id.includes(':'),
        'neither a CAIP-2 id nor a name of x402 v1',
      )
      .nullish()
      .openapi({ example: EXAMPLE.network }),
  })
  .openapi('Expected', {
    description: 'What you expect of the terms; else what the catalogs say',
  })

const policySchema = z
  .custom<SpendPolicy>()
  .transform((given, context): SpendPolicy => {
    const [unknown] = unknownPolicyFields(given)
    const read = readInput(spendPolicySchema, given)
    const wrong = read.ok ? strangeWallet(read.value) : undefined
    const problem =
      unknown !== undefined
        ? `there is no field ${unknown}`
        : read.ok
          ? wrong
          : read.error.error.message
    if (read.ok && problem === undefined) return read.value
    context.addIssue({ code: 'custom', message: problem ?? 'unreadable' })
    return z.NEVER
  })

const optionsSchema = z
  .object({
    audience: z
      .string()
      .min(1)
      .max(256)
      .nullish()
      .openapi({ description: '`aud` of the receipt', example: 'my-agent' }),
    expires_in: z
      .int()
      .min(RECEIPT_SECONDS.least)
      .max(RECEIPT_SECONDS.most)
      .nullish()
      .openapi({ description: 'Seconds that the receipt holds', example: 300 }),
    check_expiry: z.boolean().nullish(),
    skew_s: z.number().min(0).max(300).nullish(),
  })
  .openapi('PreflightOptions')

const policyJsonSchema = () => {
  const { $schema: _, ...schema } = jsonSchemaOf(spendPolicySchema, 'input')
  return schema
}

/** The body of `POST /v1/preflight`. */
export const preflightSchema = z
  .object({
    url: urlSchema,
    method: methodSchema.nullish(),
    body: z.unknown().optional().openapi({
      description:
        'The body that will be sent, text or JSON. It is kept as a hash in the receipt and sent to nobody',
    }),
    challenge: savedResponseSchema.nullish().openapi('SavedChallenge', {
      type: 'object',
      description:
        'The 402 answer that your client got: it is judged, and our own probe stands beside it',
    }),
    expected: expectedSchema.nullish(),
    policy: policySchema.nullish().openapi('SpendPolicy', {
      ...(policyJsonSchema() as object),
      description: 'Your spend policy; every field has a default',
    }),
    rulebooks: z
      .array(z.string().refine((id) => IDS.includes(id), 'no such rulebook'))
      .max(IDS.length)
      .nullish()
      .openapi({ description: 'Only these', example: ['terms'] }),
    options: optionsSchema.nullish(),
  })
  .openapi('PreflightRequest', {
    example: {
      url: EXAMPLE.url,
      method: 'GET',
      expected: { price_usd: '0.01' },
      policy: { max_per_payment_usd: '0.10' },
      options: { audience: 'my-agent', expires_in: 300 },
    },
  })

export type PreflightRequest = z.output<typeof preflightSchema>

/** SHA-256 of a caller's body, hex; null without one. JSON counts as canonical. */
export function bodySha256(body: unknown): string | null {
  if (body === undefined || body === null) return null
  const text =
    typeof body === 'string'
      ? body
      : canonicalJson(wellFormedJson(body) as JsonValue)
  return createHash('sha256').update(text).digest('hex')
}

function strangeWallet(policy: SpendPolicy): string | undefined {
  for (const field of ['pay_to_allowlist', 'pay_to_blocklist'] as const) {
    const wrong = policy[field].find((entry) => !isWallet(entry))
    if (wrong !== undefined) return `${field}: no EVM or Solana address`
  }
  return undefined
}

function isWallet(address: string): boolean {
  return isEvmAddress(address) || isSolanaAddress(address)
}
