import type { CounterpartyInput } from './input.js'
import type { WalletKey } from './wallet-key.js'

/** What the probe says about the seller. */
export type ProbeFinding = {
  /** A probe without a challenge word is not completed. */
  readonly completed: boolean
  readonly valid: boolean
  /** The challenge names the catalog's pay_to. */
  readonly namesPayTo: boolean
}

/** Reads the probe against the pay_to of the catalog. */
export function probeFinding(
  input: CounterpartyInput,
  keyOf: WalletKey,
): ProbeFinding {
  const { probe, pay_to } = input
  const challenge = probe?.challenge ?? undefined
  if (probe?.status !== 'completed' || challenge === undefined)
    return { completed: false, valid: false, namesPayTo: false }
  const named = probe.pay_to ?? []
  return {
    completed: true,
    valid: challenge === 'valid',
    namesPayTo:
      typeof pay_to === 'string' &&
      named.some((wallet) => keyOf(wallet) === keyOf(pay_to)),
  }
}
