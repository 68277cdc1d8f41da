import { isObject } from '@assay402/core/light'
import { memberOf } from '../signing/numbers.js'

/**
 * What a method of a signer is to a guard: `read` moves nothing, `message`
 * signs text of which the call decides, `request` is JSON-RPC, and `other`
 * signs or sends what nobody compares with an approval.
 */
export type MethodKind = 'read' | 'message' | 'request' | 'other'

export function kindOf(name: PropertyKey): MethodKind {
  if (typeof name !== 'string') return 'read'
  if (MESSAGES.includes(name)) return 'message'
  if (name === 'request') return 'request'
  return MOVING.test(name) ? 'other' : 'read'
}

const MESSAGES: readonly string[] = ['signMessage', 'signMessages']
const MOVING = /sign|send|write|deploy|modify|transfer|approve|permit/i
const READING =
  /^(?:eth_(?:call|chainId|blockNumber|gasPrice|feeHistory|estimateGas|maxPriorityFeePerGas|accounts|get\w+)|net_version)$/

/**
 * True for a call that signs no payment: messages of plain text (to sign in
 * somewhere), and JSON-RPC that only reads. The bytes of a transaction, of an
 * authorisation or of a hash are no plain text.
 */
export function isHarmless(kind: MethodKind, given: unknown): boolean {
  if (kind === 'read') return true
  if (kind === 'request') return READING.test(String(memberOf(given, 'method')))
  if (kind !== 'message') return false
  // viem: one message; @solana/kit: a list of them.
  return Array.isArray(given)
    ? given.every((one) => isText(memberOf(one, 'content')))
    : isText(isObject(given) ? memberOf(given, 'message') : undefined)
}

function isText(content: unknown): boolean {
  if (typeof content === 'string') return !UNPRINTABLE.test(content)
  if (!(content instanceof Uint8Array)) return false
  try {
    return isText(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    return false
  }
}

// Line ends and tabs aside.
const UNPRINTABLE = /[^\P{Cc}\n\r\t]|\p{Cs}/u
