import type { z } from 'zod'
import type { parsedTransaction } from './shapes.js'

/** What went from one owner to another, as the balances show it. */
export type NetMove = {
  readonly place: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Behind every instruction, so that no place is taken twice. */
const FIRST_PLACE = 100_000

/**
 * Transfers that only the balances before and after show: what the one had less
 * is what the other had more, the largest first.
 */
export function netMoves(
  {
    meta,
    transaction,
  }: Pick<z.output<typeof parsedTransaction>, 'meta' | 'transaction'>,
  mint: string,
  ownerOf: (account: string) => string,
): NetMove[] {
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const nets = new Map<string, bigint>()
  const add = (balances: typeof meta.preTokenBalances, sign: bigint) => {
    for (const { accountIndex, mint: of, uiTokenAmount } of balances ?? []) {
      const account = keys[accountIndex]
      if (of !== mint || account === undefined) continue
      const owner = ownerOf(account)
      const net = nets.get(owner) ?? 0n
      nets.set(owner, net + sign * BigInt(uiTokenAmount.amount))
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  const senders = sided(nets, -1n)
  const receivers = sided(nets, 1n)
  const found: NetMove[] = []
  while (senders.length > 0 && receivers.length > 0) {
    const [from, to] = [senders[0], receivers[0]] as [Side, Side]
    const amount = lesser(from.left, to.left)
    const place = FIRST_PLACE + found.length
    found.push({ place, from: from.owner, to: to.owner, amount })
    from.left -= amount
    to.left -= amount
    if (from.left === 0n) senders.shift()
    if (to.left === 0n) receivers.shift()
  }
  return found
}

type Side = { readonly owner: string; left: bigint }

function lesser(a: bigint, b: bigint): bigint {
  return [a, b].sort((x, y) => (x < y ? -1 : 1))[0] as bigint
}

function sided(nets: ReadonlyMap<string, bigint>, sign: bigint): Side[] {
  return [...nets]
    .map(([owner, net]) => ({ owner, left: net * sign }))
    .filter(({ left }) => left > 0n)
    .sort((a, b) =>
      a.left === b.left
        ? a.owner < b.owner
          ? -1
          : 1
        : a.left > b.left
          ? -1
          : 1,
    )
}
