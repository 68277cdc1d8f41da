import { z } from 'zod'
import type { SettlementEngine } from '../engine.js'
import { RPC_LIMITS } from './chain.js'

/** Wallets behind sellers whose outgoing transfers are read together. */
export type HopStream = {
  readonly name: string
  readonly wallets: readonly string[]
  /** Blocks that are read, both included; `to` below `from`: none yet. */
  readonly from: number
  readonly to: number
  /** The hash of `to`; null: none is read yet. */
  readonly hash: string | null
  /** Wallets that send to too many, and the block after which none is read. */
  readonly hubs: Readonly<Record<string, number>>
}

const stored = z.object({
  wallets: z.array(z.string()),
  from: z.int(),
  to: z.int(),
  hash: z.string().nullable(),
  hubs: z.record(z.string(), z.int()),
})

/** The streams of hops that there are of a network. */
export async function hopStreams(
  engine: Pick<SettlementEngine, 'cursor'>,
  network: string,
): Promise<HopStream[]> {
  const streams: HopStream[] = []
  for (;;) {
    const name = nameOf(network, streams.length)
    const value = await engine.cursor(name)
    if (value === undefined) return streams
    streams.push({ name, ...stored.parse(JSON.parse(value)) })
  }
}

/** New streams for wallets that are to be read from a block on. */
export function newHopStreams(
  network: string,
  wallets: readonly string[],
  from: number,
  count: number,
): HopStream[] {
  const streams: HopStream[] = []
  for (let i = 0; i < wallets.length; i += RPC_LIMITS.addresses)
    streams.push({
      name: nameOf(network, count + streams.length),
      wallets: wallets.slice(i, i + RPC_LIMITS.addresses),
      from,
      to: from - 1,
      hash: null,
      hubs: {},
    })
  return streams
}

/** The cursor that keeps a stream. */
export function cursorOf({ name, ...state }: HopStream) {
  return { name, value: JSON.stringify(state) }
}

/** Whose outgoing transfers are read, and who of them is a hub, by key. */
export async function knownHops(
  engine: Pick<SettlementEngine, 'cursor'>,
  network: string,
): Promise<{ read: Set<string>; hubs: Set<string> }> {
  const read = new Set<string>()
  const hubs = new Set<string>()
  for (const stream of await hopStreams(engine, network))
    for (const wallet of stream.wallets)
      (stream.hubs[wallet] === undefined ? read : hubs).add(wallet)
  // A hub that was taken up again later is read by its newer stream.
  for (const wallet of read) hubs.delete(wallet)
  return { read, hubs }
}

function nameOf(network: string, place: number): string {
  return `evm hops ${network} ${place}`
}
