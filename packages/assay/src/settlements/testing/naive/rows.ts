import { addressKey, mapNetwork } from '@assay402/core'
import { type StagedRow, stagedRows } from '../../checked-batch.js'
import type { Appended, Batch, Coverage } from '../../engine.js'
import {
  LAST_SETTLED,
  TRANSFER_CLASSES,
  type Transfer,
  type Window,
} from '../../transfer.js'

/** Everything a naive engine holds: plain rows, nothing added up. */
export type NaiveRows = {
  readonly transfers: Map<string, Transfer>
  readonly hops: Map<string, Transfer>
  /** `network wallet` of who was ever paid by a settlement. */
  readonly sellers: Set<string>
  readonly cursors: Map<string, string>
  readonly spans: Map<string, Coverage[]>
}

/** Takes a batch in, row by row. */
export function takeIn(rows: NaiveRows, batch: Batch): Appended {
  const staged = stagedRows(batch)
  const network = mapNetwork(batch.network).id
  const table = batch.kind === 'hops' ? rows.hops : rows.transfers
  const removed = remove(table, network, batch.replace)
  let added = 0
  for (const row of staged) {
    const key = `${network} ${row.tx} ${row.log_index}`
    if (table.has(key)) continue
    const transfer = transferOf(network, row)
    table.set(key, transfer)
    added += 1
    if (batch.kind !== 'hops' && isSettled(transfer))
      rows.sellers.add(`${network} ${transfer.to}`)
  }
  if (batch.coverage !== undefined) {
    const { wallets, from, to } = batch.coverage
    for (const wallet of wallets === 'all'
      ? ['all']
      : wallets.map(addressKey)) {
      const spans = rows.spans.get(`${network} ${wallet}`) ?? []
      rows.spans.set(`${network} ${wallet}`, [...spans, { from, to }])
    }
  }
  if (batch.cursor !== undefined)
    rows.cursors.set(batch.cursor.name, batch.cursor.value)
  return { added, known: staged.length - added, removed }
}

export function isSettled({ class: kind, amount }: Transfer): boolean {
  return amount > 0n && TRANSFER_CLASSES.indexOf(kind) <= LAST_SETTLED
}

export function isIn({ after, until }: Window): (row: Transfer) => boolean {
  return ({ at }) => at > after && at <= until
}

/** By time, block and place, as engines answer. */
export function inOrder(rows: readonly Transfer[]): Transfer[] {
  return [...rows].sort(
    (a, b) =>
      a.at - b.at ||
      a.block - b.block ||
      (a.tx === b.tx ? 0 : a.tx < b.tx ? -1 : 1) ||
      a.log_index - b.log_index,
  )
}

function remove(
  table: Map<string, Transfer>,
  network: string,
  replace: Batch['replace'],
): number {
  if (replace === undefined) return 0
  const wallets = new Set(replace.wallets.map(addressKey))
  const theirs = [...table].filter(
    ([, row]) =>
      row.network === network &&
      row.block >= replace.from_block &&
      (wallets.has(row.from) || wallets.has(row.to)),
  )
  for (const [key] of theirs) table.delete(key)
  return theirs.length
}

function transferOf(network: string, row: StagedRow): Transfer {
  const { at, block, tx, log_index, amount } = row
  return {
    network,
    at,
    block,
    tx,
    log_index,
    from: row.payer,
    to: row.payee,
    amount,
    facilitator: row.facilitator === '' ? null : row.facilitator,
    class: TRANSFER_CLASSES[row.class] ?? 'none',
  }
}
