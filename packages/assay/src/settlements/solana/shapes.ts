import { z } from 'zod'

// What a node says, as far as it is read. Everything else is left alone.

const digits = z.string().regex(/^[0-9]{1,20}$/)
const slot = z.int().min(0)
/** Seconds; null where the node has none. */
const blockTime = z.int().min(0).nullish()

const instruction = z.object({
  programId: z.string(),
  program: z.string().optional(),
  /** Memos are parsed into a plain text. */
  parsed: z
    .union([
      z.string(),
      z.object({
        type: z.string().optional(),
        info: z.record(z.string(), z.unknown()).optional(),
      }),
    ])
    .optional(),
})

export type ParsedInstruction = z.output<typeof instruction>

const balance = z.object({
  accountIndex: z.int().min(0),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: digits }),
})

/** `getTransaction` by `jsonParsed`, legacy or version 0. */
export const parsedTransaction = z.object({
  slot,
  blockTime,
  meta: z.object({
    err: z.unknown(),
    innerInstructions: z
      .array(
        z.object({
          index: z.int().min(0),
          instructions: z.array(instruction).max(4_096),
        }),
      )
      .nullish(),
    preTokenBalances: z.array(balance).nullish(),
    postTokenBalances: z.array(balance).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string() })).min(1),
      instructions: z.array(instruction).max(4_096),
    }),
  }),
})

/** One row of `getSignaturesForAddress`. */
export const signatureRow = z.object({
  signature: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/),
  slot,
  err: z.unknown(),
  blockTime,
})

export type SignatureRow = z.output<typeof signatureRow>

export const signaturePage = z.array(signatureRow).max(1_000)
