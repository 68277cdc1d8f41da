import { RpcFailed } from '../evm/rpc.js'
import type { SolanaChain } from './chain.js'
import type { SignatureRow } from './shapes.js'

export type WalkAsk = {
  readonly account: string
  /** Begins behind this signature; undefined: with the newest. */
  readonly before: string | undefined
  /** True for the first row that need not be read. */
  readonly isEnd: (row: SignatureRow) => boolean
  /** Signatures of the first page; the later ones are full. */
  readonly first: number
}

export type WalkedPage = {
  /** Not seen before in this walk, the newest first. */
  readonly rows: readonly SignatureRow[]
  /** Why there is no further page; undefined: there may be one. */
  readonly end: 'reached' | 'list_ended' | undefined
}

/** Rows of a full page: a page is stored whole or not at all. */
export const PAGE = 200
/** Pages of one walk; the next sync goes on from there. */
const MOST_PAGES = 5_000

/**
 * Goes from the newest signature of an account back in time. Pages may overlap
 * and be out of order. Rejects with `RpcFailed` when a node does not know where
 * it was told to begin, or never comes to anything new.
 */
export async function* walk(
  chain: SolanaChain,
  { account, before: start, isEnd, first }: WalkAsk,
): AsyncGenerator<WalkedPage> {
  const seen = new Set<string>()
  let before = start
  for (let page = 0; page < MOST_PAGES; page++) {
    const limit = page === 0 ? first : PAGE
    const listed = await chain.signatures(account, { before, limit })
    if (listed.length === 0) {
      await mustKnow(chain, before)
      yield { rows: [], end: 'list_ended' }
      return
    }
    const fresh = unseen(listed, seen, account)
    const rows = newestFirst(fresh)
    const reached = rows.some(isEnd)
    yield {
      rows: rows.filter((row) => !isEnd(row)),
      end: reached ? 'reached' : undefined,
    }
    if (reached) return
    before = oldestOf(listed).signature
  }
}

/** A node that lags has an empty page for a signature that it lacks. */
async function mustKnow(
  chain: SolanaChain,
  signature: string | undefined,
): Promise<void> {
  if (signature !== undefined && !(await chain.knows(signature)))
    throw new RpcFailed(`the node does not know signature ${signature}`)
}

function unseen(
  listed: readonly SignatureRow[],
  seen: Set<string>,
  account: string,
): SignatureRow[] {
  const fresh = listed.filter(({ signature }) => {
    if (seen.has(signature)) return false
    seen.add(signature)
    return true
  })
  if (fresh.length > 0) return fresh
  throw new RpcFailed(`the node lists the same signatures of ${account} again`)
}

function newestFirst(rows: readonly SignatureRow[]): SignatureRow[] {
  return [...rows].sort((a, b) => b.slot - a.slot)
}

/** The last one of the lowest slot: within a slot the list is in order. */
function oldestOf(rows: readonly SignatureRow[]): SignatureRow {
  const least = Math.min(...rows.map(({ slot }) => slot))
  return rows.findLast(({ slot }) => slot === least) as SignatureRow
}
