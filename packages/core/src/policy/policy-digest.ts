import { canonicalJson } from '../json/canonical.js'
import { sha256Hex } from '../json/digest.js'
import type { SpendPolicy } from './spend-policy.js'

/**
 * SHA-256 of the canonical JSON of an effective policy: equal limits have one
 * digest, however they were written.
 */
export function policySha256(policy: SpendPolicy): string {
  const known = frozen.get(policy)
  if (known !== undefined) return known
  const digest = digestOfText(canonicalJson(policy))
  if (Object.isFrozen(policy)) frozen.set(policy, digest)
  return digest
}

// Hashing costs more than the rest of a report, and a buyer has one policy:
// the digests are remembered, bounded, and depend on nothing but the text. One
// that is frozen (all through, as its maker promises) needs no text either.
const DIGESTS_LIMIT = 64
const digests = new Map<string, string>()
const frozen = new WeakMap<SpendPolicy, string>()

function digestOfText(text: string): string {
  const known = digests.get(text)
  if (known !== undefined) return known
  const digest = sha256Hex(text)
  if (digests.size >= DIGESTS_LIMIT) digests.clear()
  digests.set(text, digest)
  return digest
}
