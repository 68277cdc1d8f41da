import type { SettlementEngine } from '../engine.js'
import { RpcFailed } from '../evm/rpc.js'
import { type AccountState, accountState, cursorName } from './account-state.js'
import type { SolanaChain } from './chain.js'
import { readPage } from './read-page.js'
import type { TransactionAsk } from './read-transaction.js'
import type { SignatureRow } from './shapes.js'
import { PAGE, walk } from './walk.js'

export type AccountTools = {
  readonly engine: Pick<SettlementEngine, 'append' | 'cursor'>
  readonly chain: SolanaChain
  readonly signal?: AbortSignal | undefined
  readonly onPage?: (read: number, added: number) => void
}

export type AccountAsk = Omit<TransactionAsk, 'at'> & {
  readonly account: string
  /** How far back, epoch milliseconds. */
  readonly since: number
}

export type AccountSynced = {
  readonly added: number
  /** Everything from then on is read; null: not up to the newest yet. */
  readonly read_from: number | null
}

/** The first page where little is new. */
const GLANCE = 25

/**
 * Reads one token account: what is newer than the last time, then back to
 * `since`. Each page's rows are stored together with how far they reach.
 */
export async function syncAccount(
  tools: AccountTools,
  ask: AccountAsk,
): Promise<AccountSynced> {
  const { engine, chain, signal } = tools
  let state = await accountState(engine, ask.network, ask.account)
  let added = 0
  const store = async (rows: readonly SignatureRow[], next: AccountState) => {
    signal?.throwIfAborted()
    const transfers = await readPage(chain, rows, ask)
    const stored = await engine.append({
      network: ask.network,
      transfers,
      cursor: {
        name: cursorName(ask.network, ask.account),
        value: JSON.stringify(next),
      },
    })
    state = next
    added += stored.added
    tools.onPage?.(rows.length, stored.added)
  }
  const isWhole = await readNewer(chain, ask, () => state, store)
  if (isWhole) await readOlder(chain, ask, () => state, store)
  return { added, read_from: isWhole ? state.back_to : null }
}

type Store = (
  rows: readonly SignatureRow[],
  next: AccountState,
) => Promise<void>

/** Up to the newest; false when there was more than one walk can read. */
async function readNewer(
  chain: SolanaChain,
  ask: AccountAsk,
  now: () => AccountState,
  store: Store,
): Promise<boolean> {
  // What an earlier pass left open is closed first.
  if (now().open !== null && !(await closeGap(chain, ask, now, store)))
    return false
  if (now().top === null) return true
  return closeGap(chain, ask, now, store)
}

async function closeGap(
  chain: SolanaChain,
  ask: AccountAsk,
  now: () => AccountState,
  store: Store,
): Promise<boolean> {
  const { top, open } = now()
  if (top === null) return true
  const pages = walk(chain, {
    account: ask.account,
    before: open?.at.signature,
    first: open === null ? GLANCE : PAGE,
    isEnd: (row) => row.signature === top.signature || row.slot < top.slot,
  })
  for await (const { rows, end } of pages) {
    if (end === 'list_ended')
      throw new RpcFailed(
        `the node's list of ${ask.account} ends before ${top.signature}, which was read`,
      )
    const state = now()
    const newest = state.open?.top ?? placeOf(rows[0]) ?? top
    const at = placeOf(rows.at(-1)) ?? state.open?.at ?? top
    if (end === undefined)
      await store(rows, { ...state, open: { top: newest, at } })
    else if (rows.length > 0 || state.open !== null)
      await store(rows, { ...state, top: newest, open: null })
    if (end !== undefined) return true
  }
  return false
}

async function readOlder(
  chain: SolanaChain,
  ask: AccountAsk,
  now: () => AccountState,
  store: Store,
): Promise<void> {
  const { back_to, bottom } = now()
  // An account that was empty may have been used since.
  if (bottom !== null && back_to !== null && back_to <= ask.since) return
  const pages = walk(chain, {
    account: ask.account,
    before: bottom?.signature,
    first: PAGE,
    isEnd: ({ blockTime }) =>
      typeof blockTime === 'number' && blockTime * 1_000 < ask.since,
  })
  for await (const { rows, end } of pages) {
    const state = now()
    const reached =
      end === 'reached'
        ? ask.since
        : end === 'list_ended'
          ? await endOf(chain, ask.since)
          : (oldestTime(rows) ?? state.back_to)
    await store(rows, {
      ...state,
      top: state.top ?? placeOf(rows[0]) ?? null,
      bottom: placeOf(rows.at(-1)) ?? state.bottom,
      back_to: reached,
    })
    if (end !== undefined) return
  }
}

/** A node's list ends where its blocks begin, not where the account did. */
async function endOf(chain: SolanaChain, since: number): Promise<number> {
  const first = await chain.firstAt()
  return Math.max(since, first ?? since)
}

function oldestTime(rows: readonly SignatureRow[]): number | undefined {
  const times = rows.flatMap(({ blockTime }) => blockTime ?? [])
  return times.length === 0 ? undefined : Math.min(...times) * 1_000
}

function placeOf(row: SignatureRow | undefined) {
  return row && { signature: row.signature, slot: row.slot }
}
