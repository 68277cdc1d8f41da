import type { Batch, SettlementEngine } from '../engine.js'
import type { Chain } from './chain.js'
import type { KnownSettlers } from './classify.js'
import type { Header } from './decode.js'
import { type Errand, needed, readWindow } from './read-window.js'
import {
  type Mark,
  type Stream,
  type StreamState,
  stateOf,
  streamsFor,
} from './stream.js'
import { createWindowSize } from './window-size.js'

export type SyncTools = {
  readonly engine: Pick<SettlementEngine, 'append' | 'cursor'>
  readonly chain: Chain
  readonly settlers: KnownSettlers
  readonly sleep: (ms: number) => Promise<void>
  readonly onProgress?: (progress: SyncProgress) => void
  readonly signal?: AbortSignal | undefined
}

export type SyncAsk = {
  /** CAIP-2. */
  readonly network: string
  readonly wallets: readonly string[]
  /** How far back, epoch milliseconds. */
  readonly since: number
  /** 20 on Base, which is also the default. */
  readonly confirmations?: number
}

export type SyncProgress = {
  readonly stream: number
  readonly streams: number
  readonly direction: 'forward' | 'back'
  /** The blocks just read. */
  readonly from: number
  readonly to: number
  readonly head: number
  readonly added: number
}

export type Synced = {
  readonly added: number
  readonly removed: number
  readonly head: number
}

/** The chain is not the one that was read: no block of it is known here. */
export class ForeignChain extends Error {}

/** Blocks that may still be replaced, on Base. */
export const CONFIRMATIONS = 20
/** Confirmed blocks that are remembered, in case many were replaced. */
const MARKS = 16

/**
 * Reads every wallet up to the head, then back to `since`, newest first. What
 * is not confirmed is read anew and replaced each time. Rows and cursor are
 * stored together after each window, so it goes on where it was stopped.
 */
export async function syncEvm(tools: SyncTools, ask: SyncAsk): Promise<Synced> {
  const { network, wallets } = ask
  const streams = await streamsFor(tools.engine, network, wallets)
  const window = createWindowSize()
  let [added, removed, head] = [0, 0, 0]
  for (const [place, stream] of streams.entries()) {
    head = await tools.chain.head()
    const read = (errand: Errand) =>
      readWindow({ ...tools, network, window }, stream.wallets, errand)
    const store = async (state: StreamState, { batch, ...told }: Stored) => {
      const stored = await tools.engine.append({
        ...batch,
        network,
        cursor: { name: stream.name, value: JSON.stringify(state) },
        ...(await coverageOf(tools.chain, stream, state)),
      })
      added += stored.added
      removed += stored.removed
      tools.onProgress?.({
        ...told,
        head,
        stream: place,
        streams: streams.length,
        added: stored.added,
      })
    }
    const pass = { ...tools, ...ask, stream, head, read, store }
    await back(pass, await forward(pass, await startOf(pass)))
  }
  return { added, removed, head }
}

type Stored = Pick<SyncProgress, 'direction' | 'from' | 'to'> & {
  readonly batch: Pick<Batch, 'transfers' | 'replace'>
}

/** One stream, up to one head. */
type Pass = SyncAsk &
  Pick<SyncTools, 'engine' | 'chain'> & {
    readonly stream: Stream
    readonly head: number
    readonly read: (errand: Errand) => ReturnType<typeof readWindow>
    readonly store: (state: StreamState, stored: Stored) => Promise<void>
  }

function safeHead({ head, confirmations }: Pass): number {
  return Math.max(0, head - (confirmations ?? CONFIRMATIONS))
}

/** Where reading goes on: at the newest confirmed block that is still there. */
async function startOf(pass: Pass): Promise<StreamState> {
  const { chain, engine, stream } = pass
  const state = await stateOf(engine, stream)
  if (state === undefined) return firstState(chain, safeHead(pass))
  for (const [place, mark] of state.marks.entries()) {
    const header = await chain.header(mark.block)
    if (header?.hash !== mark.hash) continue
    const marks = state.marks.slice(place)
    const from = Math.min(state.from, mark.block + 1)
    return { ...state, from, to: mark.block, marks }
  }
  throw new ForeignChain(
    `${stream.name}: none of the blocks that were read is on this chain`,
  )
}

/** Nothing is read yet; reading back begins with the last confirmed block. */
async function firstState(chain: Chain, safe: number): Promise<StreamState> {
  const { hash } = await needed(chain, safe)
  const marks = [{ block: safe, hash }]
  return { from: safe + 1, to: safe, marks, back_to: null }
}

async function forward(pass: Pass, start: StreamState): Promise<StreamState> {
  const { head, stream, read, store } = pass
  const safe = Math.max(start.to, safeHead(pass))
  const direction = 'forward' as const
  let state = start
  let replace: Batch['replace'] | undefined = {
    from_block: start.to + 1,
    wallets: stream.wallets,
  }
  for (let at = start.to + 1; at <= head; ) {
    // A window ends at the last confirmed block, so that it can be a mark.
    const limit = at <= safe ? safe : head
    const {
      range,
      rows: transfers,
      last,
    } = await read({ direction, at, limit })
    if (range.to <= safe) state = advanced(state, last)
    const batch = { transfers, ...(replace && { replace }) }
    await store(state, { ...range, direction, batch })
    replace = undefined
    at = range.to + 1
  }
  if (replace !== undefined) {
    const batch = { transfers: [], replace }
    await store(state, { direction, from: state.to, to: state.to, batch })
  }
  return state
}

function advanced(state: StreamState, last: Header): StreamState {
  const mark: Mark = { block: last.number, hash: last.hash }
  const marks = [mark, ...state.marks].slice(0, MARKS)
  return { ...state, to: last.number, marks }
}

async function back(pass: Pass, start: StreamState): Promise<void> {
  const { chain, since, read, store } = pass
  const direction = 'back' as const
  let state = start
  while (state.from > 0) {
    if (state.back_to !== null && state.back_to <= since) return
    const { range, rows } = await read({
      direction,
      at: state.from - 1,
      limit: 0,
    })
    const { from } = range
    const back_to = from === 0 ? 0 : (await needed(chain, from)).at
    state = { ...state, from, back_to }
    await store(state, { ...range, direction, batch: { transfers: rows } })
  }
}

async function coverageOf(
  chain: Chain,
  { wallets }: Stream,
  { from, to, back_to }: StreamState,
): Promise<Pick<Batch, 'coverage'>> {
  if (from > to) return {}
  const first = back_to ?? (await needed(chain, from)).at
  const last = await needed(chain, to)
  return { coverage: { wallets, from: first, to: last.at } }
}
