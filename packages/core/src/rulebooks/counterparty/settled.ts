import { extendedOf } from './extended.js'
import { flowsOf } from './flows.js'
import type { CounterpartyInput, SummedSettlements } from './input.js'
import type { Disclosure, Extended } from './output.js'
import type { WalletKey } from './wallet-key.js'
import { share, type WashFigures, washFigures } from './wash.js'
import { transfersInWindow } from './window.js'

/** What the settlement feed of one pay_to comes to. */
export type Settled = {
  readonly figures: WashFigures
  readonly extended: Extended
  /** Every excluded wallet that paid, with its reason. */
  readonly disclosures: Disclosure[]
}

/** `undefined` when the settlement feed, or the wallet it is about, is missing. */
export function settledOf(
  input: CounterpartyInput,
  keyOf: WalletKey,
): Settled | undefined {
  const { now, pay_to, settlement } = input
  if (settlement?.status !== 'available') return undefined
  if (typeof pay_to !== 'string') return undefined
  const { transfers, other_transfers, figures: sums } = settlement
  if (transfers === undefined || transfers === null)
    return sums ? summed(sums, input, keyOf) : undefined
  const flows = flowsOf(transfersInWindow(transfers, now, keyOf), keyOf(pay_to))
  const others = transfersInWindow(other_transfers ?? [], now, keyOf)
  const excluded = input.excluded_wallets ?? []
  return {
    figures: washFigures(
      flows,
      new Set(excluded.map(({ wallet }) => keyOf(wallet))),
    ),
    extended: extendedOf(flows, others),
    disclosures: disclosuresOf(input, flows.payers, keyOf),
  }
}

/** Sums that an engine added up by the same rules, excluded wallets known. */
function summed(
  sums: SummedSettlements,
  input: CounterpartyInput,
  keyOf: WalletKey,
): Settled {
  const { volume_atomic, washed_volume_atomic, settlements, buyers } = sums
  return {
    figures: {
      ratio: share(BigInt(washed_volume_atomic), BigInt(volume_atomic)),
      realBuyers: sums.real_buyers,
      repeatRate: share(BigInt(sums.repeat_buyers), BigInt(sums.real_buyers)),
      totals: { volume_atomic, washed_volume_atomic, settlements, buyers },
    },
    extended: sums.extended,
    disclosures: disclosuresOf(
      input,
      new Set(sums.excluded_payers.map(keyOf)),
      keyOf,
    ),
  }
}

function disclosuresOf(
  input: CounterpartyInput,
  payers: { has(key: string): boolean },
  keyOf: WalletKey,
): Disclosure[] {
  const paid = new Map<string, Disclosure>()
  for (const { wallet, why } of input.excluded_wallets ?? []) {
    const key = keyOf(wallet)
    const listed = `${why} ${key}`
    if (payers.has(key) && !paid.has(listed)) paid.set(listed, { wallet, why })
  }
  return [...paid.values()]
}
