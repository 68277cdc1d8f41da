import {
  parseUsd,
  readInput,
  resourceOf,
  savedResponseSchema,
} from '@assay402/core'
import { z } from 'zod'

/** What a line is answered with when it cannot be read. */
type MessageError = {
  readonly code: 'too_long' | 'not_json' | 'invalid_message' | 'internal'
  readonly message: string
  /** Dotted path of the field at fault; empty for the whole line. */
  readonly path: string
}

const MAX_WORD = 200
const NOT_USD = 'not an amount in USD, e.g. "0.01"'

const id = z.union([z.string().max(MAX_WORD), z.number()])
const word = z.string().min(1).max(MAX_WORD)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'not a lower-case SHA-256')
// Unreadable is an error: a limit that is not understood would be no limit.
const usd = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => parseUsd(text) !== undefined, NOT_USD)
// Left out and null are the same; what follows reads neither.
const text = optional(z.string())

const listing = z.object({
  price_usd: optional(usd),
  pay_to: text,
  network: text,
})

/**
 * What the program's own task says about the payment. A listing may be a whole
 * catalogue entry; a misspelt limit would be no limit.
 */
const expectSchema = z.strictObject({
  max_price_usd: optional(usd),
  pay_to: text,
  network: text,
  host: text,
  listing: optional(listing),
})

/** May this challenge be paid? `op` may be left out. */
const decideSchema = z
  .object({
    id,
    op: z.literal('decide').default('decide'),
    url: z.string(),
    method: z.string().default('GET'),
    /** Of the request's body; left out when it has none. */
    body_sha256: optional(sha256),
    challenge: savedResponseSchema,
    expect: optional(expectSchema),
    /** For this request in place of the policy the command was started with. */
    policy: optional(z.record(z.string(), z.unknown())),
    /** Lifts the refusal of a second request while a first one is unclear. */
    idempotency_key: optional(word),
  })
  .refine(({ method, url }) => resourceOf(method, url) !== undefined, {
    path: ['url'],
    message:
      'not an http(s) URL with a method, e.g. "https://api.example.com/x"',
  })

/** What became of a payment that was allowed. */
const outcomeSchema = z.object({
  id,
  op: z.literal('outcome'),
  /** As the decision named it. */
  approval: word,
  /**
   * `paid`: settled. `unclear`: sent, and nobody knows. `failed`: the seller
   * answers that it did not charge. `unsigned`: no payment was ever signed.
   */
  outcome: z.enum(['paid', 'unclear', 'failed', 'unsigned']),
  transaction: optional(z.string().max(MAX_WORD)),
})

export type DecideMessage = z.output<typeof decideSchema>
export type OutcomeMessage = z.output<typeof outcomeSchema>
export type Message = DecideMessage | OutcomeMessage

export type ReadMessage =
  | { readonly message: Message }
  | { readonly id: string | number | null; readonly error: MessageError }

/** Reads one line; whatever is wrong with it is said, never thrown. */
export function readMessage(line: string): ReadMessage {
  const json = parsed(line)
  if (json === undefined)
    return refusal(null, 'not_json', 'the line is not JSON', '')
  const known = id.safeParse(fieldOf(json, 'id'))
  const named = known.success ? known.data : null
  const op = fieldOf(json, 'op') ?? 'decide'
  if (op !== 'decide' && op !== 'outcome')
    return refusal(
      named,
      'invalid_message',
      'op: not one of "decide", "outcome"',
      'op',
    )
  const schema = op === 'outcome' ? outcomeSchema : decideSchema
  const read = readInput(schema as z.ZodType<Message>, json)
  if (read.ok) return { message: read.value }
  const { message, path } = read.error.error
  return refusal(named, 'invalid_message', message, path)
}

/** The answer to a line that is longer than what is read. */
export function tooLong(limit: number): ReadMessage {
  return refusal(null, 'too_long', `the line is over ${limit} bytes`, '')
}

function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((given) => given ?? undefined)
}

function refusal(
  named: string | number | null,
  code: MessageError['code'],
  message: string,
  path: string,
): ReadMessage {
  return { id: named, error: { code, message, path } }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function fieldOf(json: unknown, name: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  return Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined
}
