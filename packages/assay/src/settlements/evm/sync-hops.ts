import type { SettlementEngine } from '../engine.js'
import { followHops, HOP_LIMITS, type SentBy } from '../feeds/hops.js'
import type { Transfer, Window } from '../transfer.js'
import { blockAt } from './block-at.js'
import {
  cursorOf,
  type HopStream,
  hopStreams,
  newHopStreams,
} from './hop-streams.js'
import { needed, readWindow, type WindowTools } from './read-window.js'

export type HopSyncTools = WindowTools & {
  readonly engine: Pick<
    SettlementEngine,
    'append' | 'cursor' | 'sentBy' | 'returns'
  >
}

export type HopSyncAsk = {
  readonly sellers: readonly string[]
  /** Wallets that are read as sellers are, by key: no hop of theirs is missing. */
  readonly read: ReadonlySet<string>
  readonly window: Window
  /** The last block that is not replaced any more. */
  readonly confirmed: number
}

export type HopsSynced = { readonly added: number; readonly wallets: number }

/**
 * Reads what the wallets that sellers paid sent on, over three hops: each wallet
 * once, however many sellers lead to it, and from the last time on. A wallet
 * that sends to more than can be followed is read no further.
 */
export async function syncHops(
  tools: HopSyncTools,
  ask: HopSyncAsk,
): Promise<HopsSynced> {
  const { network, chain } = tools
  const { window, confirmed } = ask
  const first = await blockAt(chain, window.after, confirmed)
  const streams = await stillThere(tools, first)
  let added = 0
  const read = async (stream: HopStream, place: number) => {
    const result = await readOn(tools, stream, ask)
    streams[place] = result.stream
    added += result.added
  }
  for (const [place, stream] of [...streams].entries())
    await read(stream, place)
  for (let depth = 0; depth < HOP_LIMITS.depth; depth++) {
    const known = knownNow(streams, ask.read, first)
    const wanted = await missingWallets(tools, ask, known)
    if (wanted.length === 0) break
    const made = newHopStreams(network, wanted, first, streams.length)
    for (const stream of made) {
      streams.push(stream)
      await read(stream, streams.length - 1)
    }
  }
  const wallets = new Set(streams.flatMap((stream) => stream.wallets)).size
  return { added, wallets }
}

/** Hubs that stopped before the window began are new again. */
function knownNow(
  streams: readonly HopStream[],
  read: ReadonlySet<string>,
  first: number,
): Set<string> {
  const known = new Set(read)
  for (const { wallets, hubs } of streams)
    for (const wallet of wallets)
      if ((hubs[wallet] ?? Number.POSITIVE_INFINITY) >= first) known.add(wallet)
  return known
}

/** Wallets that the sellers' money reached and that nobody has read. */
async function missingWallets(
  { engine, network, signal }: HopSyncTools,
  { sellers, window }: HopSyncAsk,
  known: ReadonlySet<string>,
): Promise<string[]> {
  const wanted = new Set<string>()
  for (const seller of sellers) {
    signal?.throwIfAborted()
    const returns = await engine.returns(network, seller, window)
    const outgoing = returns.filter(
      ({ from, to }) => from === seller && to !== seller,
    )
    const sentBy: SentBy = (wallets, during) => {
      for (const wallet of wallets) if (!known.has(wallet)) wanted.add(wallet)
      const there = wallets.filter((wallet) => known.has(wallet))
      return there.length === 0
        ? Promise.resolve([])
        : engine.sentBy(network, there, during)
    }
    if (outgoing.length > 0) await followHops(seller, outgoing, window, sentBy)
  }
  return [...wanted]
}

/**
 * The streams, as far as the chain is the one that they were read from. When
 * confirmed blocks were replaced, all of them begin anew: what one stream read
 * may be what another one takes away.
 */
async function stillThere(
  { engine, network, chain }: HopSyncTools,
  first: number,
): Promise<HopStream[]> {
  const streams = await hopStreams(engine, network)
  const places = new Map(streams.map(({ to, hash }) => [to, hash]))
  const headers = await Promise.all(
    [...places].map(async ([to, hash]) =>
      hash === null ? true : (await chain.header(to))?.hash === hash,
    ),
  )
  if (headers.every((isSame) => isSame)) return streams
  const anew: HopStream[] = []
  for (const stream of streams) {
    const empty = {
      ...stream,
      from: first,
      to: first - 1,
      hash: null,
      hubs: {},
    }
    const { from: from_block, wallets } = stream
    await engine.append({
      network,
      transfers: [],
      kind: 'hops',
      replace: { from_block, wallets },
      cursor: cursorOf(empty),
    })
    anew.push(empty)
  }
  return anew
}

/**
 * Reads one stream up to the last confirmed block. What goes to wallets that
 * are read as sellers is there already.
 */
async function readOn(
  tools: HopSyncTools,
  start: HopStream,
  { read, confirmed }: HopSyncAsk,
): Promise<{ stream: HopStream; added: number }> {
  const { engine, network, chain } = tools
  let stream = start
  const recipients = new Map<string, Set<string>>()
  let added = 0
  while (stream.to < confirmed) {
    const wallets = stream.wallets.filter(
      (one) => stream.hubs[one] === undefined,
    )
    if (wallets.length === 0) {
      const { hash } = await needed(chain, confirmed)
      stream = { ...stream, to: confirmed, hash }
      await engine.append({ network, transfers: [], cursor: cursorOf(stream) })
      break
    }
    const { range, rows, last } = await readWindow(
      { ...tools, detail: 'moves' },
      wallets,
      {
        direction: 'forward',
        at: stream.to + 1,
        limit: confirmed,
        sides: ['from'],
      },
    )
    const strange = rows.filter(({ to }) => !read.has(to))
    const { kept, over } = followed(strange, recipients)
    const hubs = { ...stream.hubs }
    for (const wallet of over) hubs[wallet] = range.to
    stream = { ...stream, to: range.to, hash: last.hash, hubs }
    const stored = await engine.append({
      network,
      transfers: kept,
      kind: 'hops',
      cursor: cursorOf(stream),
    })
    added += stored.added
  }
  return { stream, added }
}

/** The rows up to one recipient more than is followed, and who has that many. */
function followed(
  rows: readonly Transfer[],
  recipients: Map<string, Set<string>>,
): { readonly kept: readonly Transfer[]; readonly over: readonly string[] } {
  const over = new Set<string>()
  const kept: Transfer[] = []
  const inOrder = [...rows].sort(
    (a, b) => a.block - b.block || a.log_index - b.log_index,
  )
  for (const row of inOrder) {
    const known = recipients.get(row.from) ?? new Set()
    recipients.set(row.from, known)
    if (!known.has(row.to) && known.size > HOP_LIMITS.recipients) continue
    known.add(row.to)
    if (known.size > HOP_LIMITS.recipients) over.add(row.from)
    kept.push(row)
  }
  return { kept, over: [...over] }
}
