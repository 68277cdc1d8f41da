import { compareInstants, type Instant } from '../../time/instant.js'
import type { Transfer } from './window.js'

/** One sender's settlements, added up. */
export type Payer = {
  readonly key: string
  /** As written in its first settlement row. */
  readonly wallet: string
  readonly volume: bigint
  readonly settlements: number
  readonly first: Instant
  /** The amount of every settlement, `undefined` when they differ. */
  readonly amount: bigint | undefined
}

/** What went into and out of one pay_to inside the window. */
export type Flows = {
  readonly payTo: string
  /** Transfers to pay_to, those from itself included. */
  readonly settlements: readonly Transfer[]
  /** Transfers from pay_to to another wallet. */
  readonly outgoing: readonly Transfer[]
  /** Wallets that pay_to sent anything to. */
  readonly funded: ReadonlySet<string>
  /** By key; pay_to itself is among them when it paid itself. */
  readonly payers: ReadonlyMap<string, Payer>
  readonly volume: bigint
}

/** Sorts transfers by what they are to pay_to (a key); strangers' are left out. */
export function flowsOf(transfers: readonly Transfer[], payTo: string): Flows {
  const settlements: Transfer[] = []
  const outgoing: Transfer[] = []
  for (const transfer of transfers) {
    if (transfer.to === payTo) settlements.push(transfer)
    else if (transfer.from === payTo) outgoing.push(transfer)
  }
  const payers = payersOf(settlements)
  const funded = new Set(outgoing.map(({ to }) => to))
  let volume = 0n
  for (const payer of payers.values()) volume += payer.volume
  return { payTo, settlements, outgoing, funded, payers, volume }
}

/** The payers other than pay_to: the buyers, washed and excluded ones too. */
export function buyersOf(flows: Flows): Payer[] {
  return [...flows.payers.values()].filter(({ key }) => key !== flows.payTo)
}

/** Orders payers by lower-case wallet, Solana exactly; no two are equal. */
export function byKey(a: Payer, b: Payer): number {
  return a.key < b.key ? -1 : 1
}

/** Self-dealing (rule 1) or funded by the seller (rule 2). */
export function isWashed(flows: Flows, key: string): boolean {
  return key === flows.payTo || flows.funded.has(key)
}

/** The settled volume of the payers that satisfy a test. */
export function volumeWhere(
  flows: Flows,
  test: (key: string) => boolean,
): bigint {
  let volume = 0n
  for (const payer of flows.payers.values())
    if (test(payer.key)) volume += payer.volume
  return volume
}

type OpenPayer = { -readonly [Field in keyof Payer]: Payer[Field] }

function payersOf(settlements: readonly Transfer[]): Map<string, Payer> {
  const payers = new Map<string, OpenPayer>()
  for (const { from: key, sender, amount, at } of settlements) {
    const payer = payers.get(key)
    if (payer === undefined) {
      payers.set(key, {
        key,
        wallet: sender,
        volume: amount,
        settlements: 1,
        first: at,
        amount,
      })
      continue
    }
    payer.volume += amount
    payer.settlements++
    if (payer.amount !== amount) payer.amount = undefined
    if (compareInstants(at, payer.first) < 0) payer.first = at
  }
  return payers
}
