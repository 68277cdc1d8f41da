/**
 * What a transfer is to x402, the surest first. `strong`: an authorization
 * settled by a listed facilitator. `by_contract`: through an x402 contract.
 * `probable`: an authorization settled by somebody else. `weak`: a listed
 * facilitator's own transfer. `none`: plain.
 */
export const TRANSFER_CLASSES = [
  'strong',
  'by_contract',
  'probable',
  'weak',
  'none',
] as const

export type TransferClass = (typeof TRANSFER_CLASSES)[number]

/** The classes up to this one (a place in the list) are settlements. */
export const LAST_SETTLED = TRANSFER_CLASSES.indexOf('probable')

/** One canonical USDC transfer as the chain shows it. */
export type Transfer = {
  /** CAIP-2. */
  readonly network: string
  /** Epoch milliseconds of its block. */
  readonly at: number
  readonly block: number
  readonly tx: string
  /** With network and tx, its identity. */
  readonly log_index: number
  readonly from: string
  readonly to: string
  /** Atomic units, 0 to `MAX_AMOUNT`. */
  readonly amount: bigint
  /** Who sent the transaction (EVM) or paid its fee (Solana); null: not known. */
  readonly facilitator: string | null
  readonly class: TransferClass
}

/** Nine trillion dollars: no USDC transfer can be above it. */
export const MAX_AMOUNT = 2n ** 63n - 1n

/** (after, until], epoch milliseconds. */
export type Window = { readonly after: number; readonly until: number }
