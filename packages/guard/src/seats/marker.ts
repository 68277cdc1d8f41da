import { isObject, own } from '@assay402/core/light'
import type { LiveApproval } from '../approval/approval.js'
import type { GuardContext } from '../context.js'

/** Member of a challenge that names its approval; never sent to anybody. */
const MARKER = 'assay_approval'

/** The approved document with the name of its approval. */
export function markedDocument({ frozen, id }: LiveApproval): object {
  return { ...frozen.document, [MARKER]: id }
}

/**
 * The approval that a challenge names. An id is 128 random bits of this
 * process, so a seller cannot name one.
 */
export function markedApproval(
  { approvals }: GuardContext,
  paymentRequired: unknown,
): LiveApproval | undefined {
  return approvals.get(markedId(paymentRequired))
}

/** The id itself; empty when there is none. */
export function markedId(paymentRequired: unknown): string {
  const id = isObject(paymentRequired)
    ? own(paymentRequired, MARKER)
    : undefined
  return typeof id === 'string' ? id : ''
}

/** Base64 of JSON in UTF-8, as the headers of x402 carry it. */
export function base64Json(value: unknown): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(JSON.stringify(value)))
    binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The JSON object in a base64 header; `undefined` when there is none. */
export function jsonOfBase64(
  header: string | null | undefined,
): Record<string, unknown> | undefined {
  if (header === null || header === undefined) return undefined
  try {
    const binary = atob(header.trim())
    const bytes = new Uint8Array(binary.length)
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
