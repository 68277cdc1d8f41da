import { addressKey, mapNetwork } from '@assay402/core'
import type { ExcludedWallet } from '../../known/settled-figures.js'

/** Wallets of the operator's own; they are told, and count for nobody. */
export type OwnWallets = {
  /** What the operator is paid to: scores of these are about ourselves. */
  readonly paid_to: readonly string[]
  readonly excluded: readonly ExcludedOn[]
}

/** An excluded wallet and the network on which it pays. */
export type ExcludedOn = ExcludedWallet & { readonly network: string }

/** Of an operator who pays nobody and is paid by nobody. */
export const NO_OWN_WALLETS: OwnWallets = { paid_to: [], excluded: [] }

type Disclosed = {
  readonly wallets: readonly {
    readonly network: string
    readonly wallet: string
    readonly role: 'bootstrap' | 'probe' | 'other'
  }[]
}

/** Reads the operator's disclosures: who of theirs is no buyer of anybody. */
export function ownWalletsOf(
  { wallets }: Disclosed,
  paidTo: readonly string[],
): OwnWallets {
  const excluded = wallets.flatMap(({ network, wallet, role }) => {
    if (role === 'other') return []
    const why = role === 'bootstrap' ? 'bootstrap' : 'own_probe'
    return [{ network: mapNetwork(network).id, wallet, why } as const]
  })
  return { paid_to: paidTo.map(addressKey), excluded }
}

/** The excluded wallets of one network. */
export function excludedOn(own: OwnWallets, network: string): ExcludedWallet[] {
  return own.excluded
    .filter((one) => one.network === network)
    .map(({ wallet, why }) => ({ wallet, why }))
}
