import {
  isCanonicalUsdc,
  type Offer,
  parseAtomic,
  sameAddress,
} from '@assay402/core'
import type { SpotCheckSettings } from './settings.js'

/** What would be bought. */
export type Purchase = {
  readonly network: string
  readonly asset: string
  readonly amount: bigint
  readonly pay_to: string
}

/** Why nothing is. */
export type NotBought =
  | 'no_offer'
  | 'too_dear'
  | 'own'
  | 'known'
  | 'over_budget'
  | 'refused'
  | 'not_charged'

/** The cheapest offer of canonical USDC that the settings allow, or why none. */
export function purchaseOf(
  offers: readonly Offer[],
  settings: SpotCheckSettings,
): Purchase | NotBought {
  const payable = offers
    .flatMap((offer) => toPurchase(offer, settings.network) ?? [])
    .sort((a, b) => (a.amount < b.amount ? -1 : 1))
  const [cheapest] = payable
  if (cheapest === undefined) return 'no_offer'
  const isOwn = payable.some(({ pay_to }) =>
    settings.own_wallets.some((wallet) => sameAddress(wallet, pay_to)),
  )
  if (isOwn) return 'own'
  return cheapest.amount > settings.most_atomic ? 'too_dear' : cheapest
}

function toPurchase(offer: Offer, network: string): Purchase | undefined {
  const { asset, pay_to } = offer
  const amount = parseAtomic(offer.amount ?? '')
  const fits =
    offer.usable &&
    offer.network === network &&
    asset !== null &&
    pay_to !== null &&
    isCanonicalUsdc(network, asset)
  return fits && amount !== undefined && amount > 0n
    ? { network, asset, amount, pay_to }
    : undefined
}
