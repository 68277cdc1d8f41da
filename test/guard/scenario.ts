import type { Expectation } from '@assay402/guard'
import type { Hex } from 'viem'
import { accountOf } from '../chain/accounts.js'
import type { Chain } from '../chain/chain.js'
import type { Street } from './street.js'
import type { Till } from './till.js'

/** Where a scenario plays. */
export type Stage = {
  readonly chain: Chain
  readonly street: Street
  readonly till: Till
}

/** What came of one call of the buyer's agent. */
export type Attempt =
  | { readonly status: number }
  | { readonly refused: string; readonly error: Error }

/** Calls a URL with the buyer's paying client. */
export type Call = (url: string, init?: RequestInit) => Promise<Attempt>

/** How the buyer of a scenario is set up where it matters. */
export type BuyerSetup = {
  /** Pays in any token and any amount, like `spendControls: false`. */
  readonly spendControls?: false
  /** What the guard is told of the payment beforehand. */
  readonly expect?: Expectation
  /** Fields of the guard's spend policy. */
  readonly policy?: Readonly<Record<string, unknown>>
}

/** A seller with a trick, and an agent that walks into it. */
export type Scenario = {
  readonly id: string
  /** One plain sentence. */
  readonly trick: string
  readonly buyer?: BuyerSetup
  /** Opens the seller's sites. */
  readonly arrange: (stage: Stage) => void | Promise<void>
  /** What the agent does with its paying client. */
  readonly shop: (call: Call, stage: Stage) => Promise<void>
  /** The token the seller is after; USDC when not said. */
  readonly token?: Hex
  /** What the stock client loses: atomic units at the seller's wallets. */
  readonly stock: { readonly lost: bigint; readonly allowance?: 'unlimited' }
  readonly guarded: {
    readonly lost: bigint
    /** The rule named by the last refusal; null: the guard pays. */
    readonly stopped_by: string | null
  }
}

/** The wallets of a scenario: `payTo` for fair terms, `thief` for the others. */
export function walletsOf(id: string): { payTo: Hex; thief: Hex } {
  return {
    payTo: accountOf(`${id} pay_to`).address,
    thief: accountOf(`${id} thief`).address,
  }
}
