import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'

/** The answer that a payment bought, as it is kept for 24 hours. */
export type StoredAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What has to be settled again if this process dies over it. */
  readonly payment: {
    readonly payload: PaymentPayload
    readonly requirements: PaymentRequirements
  }
  /** Whose answer it is: the salted hash of the address that asked. */
  readonly subject: string
  /** What the token of prepaid answers is made from; null: none were bought. */
  readonly pack_seed: string | null
}

/** Headers of an answer that belong to it and not to one transport of it. */
const KEPT = ['content-type', 'content-language', 'link', 'etag'] as const

/** What of a response is kept. The response stays readable. */
export async function keptOf(
  response: Response,
): Promise<Pick<StoredAnswer, 'status' | 'headers' | 'body'>> {
  const headers: Record<string, string> = {}
  for (const name of KEPT) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const body = await response.clone().text()
  return { status: response.status, headers, body }
}

export function answerText(answer: StoredAnswer): string {
  return JSON.stringify(answer)
}

/** Throws when the text is not one that `answerText` wrote. */
export function parseAnswer(text: string): StoredAnswer {
  return ANSWER.parse(JSON.parse(text)) as unknown as StoredAnswer
}

const ANSWER = z.object({
  status: z.number().int().min(200).max(399),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  payment: z.object({
    payload: z.looseObject({}),
    requirements: z.looseObject({ asset: z.string(), network: z.string() }),
  }),
  subject: z.string(),
  pack_seed: z.string().nullable(),
})
