import type { Transfer } from '../transfer.js'
import { type Chain, type Range, TooManyLogs } from './chain.js'
import type { Header } from './decode.js'
import { type RangeTools, Reorganised, readRange } from './read-range.js'
import { RpcFailed } from './rpc.js'
import type { WindowSize } from './window-size.js'

export type WindowTools = RangeTools & {
  readonly window: WindowSize
  readonly sleep: (ms: number) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/** Reading goes from a block towards a limit, both included. */
export type Errand = {
  readonly direction: 'forward' | 'back'
  readonly at: number
  readonly limit: number
  /** Both when absent. */
  readonly sides?: readonly ('from' | 'to')[]
}

export type ReadWindow = {
  readonly range: Range
  readonly rows: readonly Transfer[]
  /** The header of the last block. */
  readonly last: Header
}

const FAILURES_IN_A_ROW = 12
const PAUSE_MS = { first: 250, most: 30_000 }

/**
 * Reads as many blocks as the provider bears; a failure makes the next try
 * smaller, and later. Rejects with the last failure after twelve of them.
 */
export async function readWindow(
  tools: WindowTools,
  wallets: readonly string[],
  errand: Errand,
): Promise<ReadWindow> {
  const { window, signal } = tools
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted()
    const range = rangeOf(errand, window.size())
    try {
      const read = await readOnce(tools, wallets, range, errand.sides)
      window.worked()
      return read
    } catch (error) {
      if (!isPassing(error) || failures >= FAILURES_IN_A_ROW) throw error
      await yieldTo(error, tools, failures)
    }
  }
}

/** The header of a block that must be there. Rejects with `RpcFailed`. */
export async function needed(chain: Chain, block: number): Promise<Header> {
  const header = await chain.header(block)
  if (header === undefined) throw new RpcFailed(`no block ${block} yet`)
  return header
}

async function readOnce(
  tools: RangeTools,
  wallets: readonly string[],
  range: Range,
  sides: Errand['sides'],
): Promise<ReadWindow> {
  const last = await needed(tools.chain, range.to)
  const rows = await readRange(tools, wallets, range, sides)
  const still = await needed(tools.chain, range.to)
  if (still.hash !== last.hash)
    throw new Reorganised(`block ${range.to} was replaced meanwhile`)
  return { range, rows, last }
}

async function yieldTo(
  error: unknown,
  { window, sleep }: WindowTools,
  failures: number,
): Promise<void> {
  const outcome = window.failed()
  const asked = error instanceof RpcFailed ? (error.retryAfterMs ?? 0) : 0
  const pause = Math.max(asked, PAUSE_MS.first * 2 ** failures)
  if (!(error instanceof TooManyLogs))
    return sleep(Math.min(PAUSE_MS.most, pause))
  // Too many logs in one block will not be fewer the next time.
  if (outcome === 'stuck') throw error
}

function rangeOf({ direction, at, limit }: Errand, size: number): Range {
  return direction === 'forward'
    ? { from: at, to: Math.min(limit, at + size - 1) }
    : { from: Math.max(limit, at - size + 1), to: at }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof RpcFailed ||
    error instanceof TooManyLogs ||
    error instanceof Reorganised
  )
}
