import { MAX_AMOUNT, type Transfer, type TransferClass } from '../transfer.js'
import type { Chain, Range, Sender } from './chain.js'
import { classify, type KnownSettlers } from './classify.js'
import type { Header, TransferLog } from './decode.js'
import { inParallel } from './in-parallel.js'
import { RpcFailed } from './rpc.js'

/** The chain changed while it was read. */
export class Reorganised extends Error {}

export type RangeTools = {
  readonly chain: Chain
  readonly network: string
  readonly settlers: KnownSettlers
  /** `moves`: only who sent what to whom, at half the price. */
  readonly detail?: 'classes' | 'moves' | undefined
}

/** Calls to one provider at a time. */
const WIDTH = 8

/**
 * Every transfer from or to the wallets (`sides`: or only one of both) in a
 * range of blocks, classed, in no order. Rejects with `Reorganised` when a log
 * is of a block that is no longer there.
 */
export async function readRange(
  { chain, network, settlers, detail }: RangeTools,
  wallets: readonly string[],
  range: Range,
  sides: readonly ('from' | 'to')[] = ['to', 'from'],
): Promise<Transfer[]> {
  const logs = new Map<string, TransferLog>()
  for (const side of sides)
    for (const log of await chain.transfers(side, wallets, range))
      if (log.amount <= MAX_AMOUNT) logs.set(placeOf(log), log)
  if (logs.size === 0) return []
  const rows = [...logs.values()]
  const classOf =
    detail === 'moves'
      ? () => PLAIN
      : await classesOf({ chain, network, settlers }, rows, range)
  const headers = await keyedBy(
    rows.map(({ block }) => block),
    (block) => chain.header(block),
  )
  return rows.map((log) => {
    const { kind, sender } = classOf(log)
    return {
      network,
      at: timeOf(log, headers.get(log.block)),
      block: log.block,
      tx: log.tx,
      log_index: log.log_index,
      from: log.from,
      to: log.to,
      amount: log.amount,
      facilitator: kind === 'none' ? null : sender,
      class: kind,
    }
  })
}

type Classed = { readonly kind: TransferClass; readonly sender: string | null }

const PLAIN: Classed = { kind: 'none', sender: null }

async function classesOf(
  { chain, settlers }: RangeTools,
  rows: readonly TransferLog[],
  range: Range,
): Promise<(log: TransferLog) => Classed> {
  const payers = [...new Set(rows.map(({ from }) => from))]
  const used = new Set(
    (await chain.authorizations(payers, range)).map(authorityOf),
  )
  const senders = await keyedBy(
    rows.map(({ tx }) => tx),
    (tx) => chain.sender(tx),
  )
  return (log) => {
    const sender = senders.get(log.tx) as Sender
    const authorization = used.has(authorityOf({ ...log, payer: log.from }))
    const kind = classify(authorization ? 'used' : 'none', sender, settlers)
    return { kind, sender: sender.from }
  }
}

function placeOf({ tx, log_index }: TransferLog): string {
  return `${tx} ${log_index}`
}

function authorityOf(log: { readonly tx: string; readonly payer: string }) {
  return `${log.tx} ${log.payer}`
}

function timeOf(log: TransferLog, header: Header | undefined): number {
  if (header === undefined)
    throw new RpcFailed(`the node has no header of block ${log.block}`)
  if (header.hash !== log.block_hash)
    throw new Reorganised(`block ${log.block} was replaced meanwhile`)
  return header.at
}

async function keyedBy<Key, Value>(
  keys: readonly Key[],
  read: (key: Key) => Promise<Value>,
): Promise<Map<Key, Value>> {
  const distinct = [...new Set(keys)]
  const values = await inParallel(distinct, WIDTH, read)
  return new Map(distinct.map((key, i) => [key, values[i] as Value]))
}
