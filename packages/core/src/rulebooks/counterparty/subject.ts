import { isEvmAddress, isSolanaAddress } from '../../address/address.js'
import type { CounterpartyAnswer } from './output.js'

export type SubjectType = CounterpartyAnswer['subject_type']

/**
 * What kind of seller a subject names; `undefined` when it is no text, or
 * neither an http(s) URL with a host nor an EVM or Solana address.
 */
export function subjectTypeOf(subject: unknown): SubjectType | undefined {
  if (typeof subject !== 'string') return undefined
  if (isEvmAddress(subject) || isSolanaAddress(subject)) return 'address'
  // WHATWG parsing alone would take `https:x` and find a host in `https:///x`.
  return WITH_HOST.test(subject) && URL.canParse(subject) ? 'url' : undefined
}

const WITH_HOST = /^https?:\/\/[^/?#\\]/i
