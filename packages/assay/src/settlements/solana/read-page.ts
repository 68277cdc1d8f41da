import { inParallel } from '../evm/in-parallel.js'
import { RpcFailed } from '../evm/rpc.js'
import type { Transfer } from '../transfer.js'
import type { SolanaChain } from './chain.js'
import {
  OddTransaction,
  readTransaction,
  type TransactionAsk,
} from './read-transaction.js'
import type { SignatureRow } from './shapes.js'

/** Transactions that are asked for at a time. */
const WIDTH = 4
/** What a slot takes, for a time between two known ones. */
const SLOT_MS = 400

/**
 * The transfers of the transactions of a page, those that failed left out.
 * Rejects with `RpcFailed` when one cannot be had or read.
 */
export async function readPage(
  chain: SolanaChain,
  rows: readonly SignatureRow[],
  ask: Omit<TransactionAsk, 'at'>,
): Promise<Transfer[]> {
  const good = rows.filter(({ err }) => err === null || err === undefined)
  const found = await inParallel(good, WIDTH, async (row) => {
    const answer = await chain.transaction(row.signature)
    const at = await timeOf(chain, row, answer, rows)
    try {
      return readTransaction(answer, { ...ask, at })
    } catch (error) {
      if (!(error instanceof OddTransaction)) throw error
      throw new RpcFailed(`transaction ${row.signature}: ${error.message}`)
    }
  })
  return found.flat()
}

/**
 * When a transaction was: by its page, its answer, its slot; where no node
 * knows any more, by the nearest one of the page whose time is known.
 */
async function timeOf(
  chain: SolanaChain,
  { slot, blockTime }: SignatureRow,
  answer: unknown,
  rows: readonly SignatureRow[],
): Promise<number> {
  const { blockTime: told } = answer as { readonly blockTime?: unknown }
  const seconds = blockTime ?? (Number.isSafeInteger(told) ? told : null)
  if (typeof seconds === 'number') return seconds * 1_000
  const at = await chain.timeOf(slot)
  if (at !== undefined) return at
  const [nearest] = rows
    .filter((row) => typeof row.blockTime === 'number')
    .sort((a, b) => Math.abs(a.slot - slot) - Math.abs(b.slot - slot))
  if (nearest === undefined) throw new RpcFailed(`no time of slot ${slot}`)
  return (nearest.blockTime ?? 0) * 1_000 + (slot - nearest.slot) * SLOT_MS
}
