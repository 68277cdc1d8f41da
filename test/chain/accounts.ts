import { keccak256, type NonceManager, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * An account made from a word: the same address on every run, its key worth
 * nothing anywhere.
 */
export function accountOf(
  word: string,
  nonceManager?: NonceManager,
): PrivateKeyAccount {
  const key = keccak256(stringToHex(`assay test account: ${word}`))
  return nonceManager === undefined
    ? privateKeyToAccount(key)
    : privateKeyToAccount(key, { nonceManager })
}
