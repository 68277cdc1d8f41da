import { isObject } from '@assay402/core'
import type { SettlementEngine } from '../engine.js'
import { RPC_LIMITS } from './chain.js'

/** A block that was read, and its hash then. */
export type Mark = { readonly block: number; readonly hash: string }

/** How far a set of wallets is read: all blocks from `from` to `to`. */
export type StreamState = {
  readonly from: number
  readonly to: number
  /** Confirmed blocks, the newest first; the first one is `to`. */
  readonly marks: readonly Mark[]
  /** Whether reading back is done, and until when (epoch milliseconds). */
  readonly back_to: number | null
}

/** A set of at most a thousand wallets that is read together, for good. */
export type Stream = { readonly name: string; readonly wallets: string[] }

/**
 * The streams of a network: those that there are, and new ones for wallets
 * that are in none. A wallet never changes its stream, so none is read twice.
 */
export async function streamsFor(
  engine: Pick<SettlementEngine, 'cursor' | 'append'>,
  network: string,
  wallets: readonly string[],
): Promise<Stream[]> {
  const streams: Stream[] = []
  for (;;) {
    const name = `evm ${network} ${streams.length}`
    const value = await engine.cursor(`${name} wallets`)
    if (value === undefined) break
    streams.push({ name, wallets: JSON.parse(value) as string[] })
  }
  const known = new Set(streams.flatMap((stream) => stream.wallets))
  const wanted = new Set(wallets.map((wallet) => wallet.toLowerCase()))
  const fresh = [...wanted].filter((wallet) => !known.has(wallet))
  for (let i = 0; i < fresh.length; i += RPC_LIMITS.addresses) {
    const stream = {
      name: `evm ${network} ${streams.length}`,
      wallets: fresh.slice(i, i + RPC_LIMITS.addresses),
    }
    const value = JSON.stringify(stream.wallets)
    const cursor = { name: `${stream.name} wallets`, value }
    await engine.append({ network, transfers: [], cursor })
    streams.push(stream)
  }
  return streams
}

export async function stateOf(
  engine: Pick<SettlementEngine, 'cursor'>,
  stream: Stream,
): Promise<StreamState | undefined> {
  const value = await engine.cursor(stream.name)
  if (value === undefined) return undefined
  const state: unknown = JSON.parse(value)
  if (!isObject(state)) throw new TypeError(`${stream.name}: no cursor`)
  return state as StreamState
}
