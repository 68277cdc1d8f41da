import { addressKey, mapNetwork } from '@assay402/core'
import { type StagedRow, stagedRows } from '../checked-batch.js'
import type { Appended, Batch } from '../engine.js'
import { idList, numberOf } from '../sql/column-reader.js'
import {
  HALF,
  namesOf,
  TRANSFER_COLUMNS,
  type TransferTable,
} from '../sql/columns.js'
import { filled } from '../sql/filled.js'
import { LAST_SETTLED } from '../transfer.js'
import { learnNames } from './names.js'
import type { Shards } from './shards.js'

const ROW = namesOf(TRANSFER_COLUMNS)
const DAYS_AROUND = 1

/** Steps of a server without transactions: each may be done again. */
export type Merge = {
  readonly shards: Shards
  /** A number above all that were given before. */
  readonly version: () => number
}

/**
 * Stores a batch. There are no transactions: every step is idempotent and the
 * cursor comes last, so that a batch that was cut off is stored by the retry.
 */
export async function mergeBatch(
  merge: Merge,
  batch: Batch,
): Promise<Appended> {
  const { shards } = merge
  const staged = stagedRows(batch)
  const networkName = mapNetwork(batch.network).id
  const covered = batch.coverage?.wallets ?? []
  const replaced = (batch.replace?.wallets ?? []).map(addressKey)
  const ids = await learnNames(shards, [
    networkName,
    ...replaced,
    ...(covered === 'all' ? [] : covered.map(addressKey)),
    ...staged.flatMap((row) => [row.payer, row.payee, row.facilitator]),
  ])
  const network = ids.get(networkName) as number
  const table = batch.kind === 'hops' ? 'hops' : 'transfers'
  let removed = 0
  if (batch.replace !== undefined) {
    const wallets = replaced.map((key) => ids.get(key) as number)
    const { from_block } = batch.replace
    removed = await remove(merge, network, table, from_block, wallets)
  }
  const rows = staged.map((row) => encoded(row, network, ids))
  const added = await insertNew(merge, table, rows, (row) => row.payee)
  if (table === 'transfers') await followSellers(merge, network, rows)
  if (batch.coverage !== undefined) {
    const { from, to } = batch.coverage
    const wallets =
      covered === 'all'
        ? [0]
        : covered.map((wallet) => ids.get(addressKey(wallet)) as number)
    await shards.first.insert(
      'coverage (network, wallet, from_at, to_at)',
      wallets.map((wallet) => [network, wallet, from, to]),
    )
  }
  if (batch.cursor !== undefined) {
    const { name, value } = batch.cursor
    const row = [name, value, merge.version()]
    await shards.first.insert('cursors (name, value, version)', [row])
  }
  return { added, known: staged.length - added, removed }
}

type Encoded = {
  readonly day: number
  readonly tx: string
  readonly log_index: number
  readonly payer: number
  readonly payee: number
  readonly settled: 'yes' | 'no'
  /** In the order of `TRANSFER_COLUMNS`. */
  readonly cells: readonly (string | number | bigint)[]
}

function encoded(
  row: StagedRow,
  network: number,
  ids: ReadonlyMap<string, number>,
): Encoded {
  const { day, at, block, tx, log_index, amount } = row
  const payer = ids.get(row.payer) as number
  const payee = ids.get(row.payee) as number
  const facilitator = ids.get(row.facilitator) ?? 0
  const isSettled = row.class <= LAST_SETTLED && amount > 0n
  return {
    day,
    tx,
    log_index,
    payer,
    payee,
    settled: isSettled ? 'yes' : 'no',
    cells: [
      network,
      day,
      at,
      block,
      tx,
      log_index,
      payer,
      payee,
      amount,
      amount / BigInt(HALF),
      facilitator,
      row.class,
    ],
  }
}

/** Inserts the rows that a table lacks; returns how many. */
async function insertNew(
  merge: Merge,
  table: TransferTable,
  rows: readonly Encoded[],
  seller: (row: Encoded) => number,
): Promise<number> {
  if (rows.length === 0) return 0
  const { shards } = merge
  const network = numberOf(rows[0]?.cells[0] as number)
  const days = rows.map(({ day }) => day)
  const known = await shards.rows(
    `SELECT tx, log_index FROM ${table}
     WHERE network = $network AND day >= $first_day AND day <= $last_day
       AND tx IN (SELECT name FROM asked)`,
    {
      network,
      first_day: days.reduce((a, b) => Math.min(a, b)) - DAYS_AROUND,
      last_day: days.reduce((a, b) => Math.max(a, b)) + DAYS_AROUND,
    },
    [...new Set(rows.map(({ tx }) => tx))],
  )
  const places = new Set(known.map(([tx, index]) => `${tx} ${index}`))
  const fresh = rows.filter(
    ({ tx, log_index }) => !places.has(`${tx} ${log_index}`),
  )
  if (table === 'transfers') {
    const settled = fresh.filter((row) => row.settled === 'yes')
    await markDirty(
      merge,
      network,
      settled.map(({ day }) => day),
    )
  }
  for (const server of shards.all) {
    const own = fresh.filter((row) => shards.of(seller(row)) === server)
    await server.insert(
      `${table} (${ROW})`,
      own.map(({ cells }) => cells),
    )
  }
  return fresh.length
}

async function markDirty(
  { shards, version }: Merge,
  network: number,
  days: Iterable<number>,
): Promise<void> {
  const mark = version()
  await shards.first.insert(
    'dirty (network, day, version)',
    [...new Set(days)].map((day) => [network, day, mark]),
  )
}

/** Copies what leaves sellers to where their settlements lie. */
async function followSellers(
  merge: Merge,
  network: number,
  rows: readonly Encoded[],
): Promise<void> {
  const { shards } = merge
  const payees = new Set(
    rows.filter(({ settled }) => settled === 'yes').map(({ payee }) => payee),
  )
  const wallets = new Set([...payees, ...rows.map(({ payer }) => payer)])
  const answers = await shards.first.query(
    filled(
      `SELECT DISTINCT wallet FROM sellers WHERE network = $network AND wallet IN (${idList(wallets)})`,
      { network },
    ),
  )
  const sellers = new Set(answers.map(([wallet]) => Number(wallet)))
  const fresh = [...payees].filter((wallet) => !sellers.has(wallet))
  const sent = rows.filter(({ payer }) => sellers.has(payer))
  await insertNew(merge, 'outgoing', sent, (row) => row.payer)
  if (fresh.length === 0) return
  // What a new seller sent before it was one, this batch included.
  const earlier = await shards.rows(
    `SELECT ${ROW} FROM transfers WHERE network = $network AND payer IN (${idList(fresh)})`,
    { network },
  )
  await insertNew(merge, 'outgoing', earlier.map(decoded), (row) => row.payer)
  await shards.first.insert(
    'sellers (network, wallet)',
    fresh.map((wallet) => [network, wallet]),
  )
}

function decoded(cells: readonly string[]): Encoded {
  return {
    day: Number(cells[1]),
    tx: cells[4] as string,
    log_index: Number(cells[5]),
    payer: Number(cells[6]),
    payee: Number(cells[7]),
    settled: 'no',
    cells,
  }
}

async function remove(
  merge: Merge,
  network: number,
  table: TransferTable,
  block: number,
  wallets: readonly number[],
): Promise<number> {
  const { shards } = merge
  const list = idList(wallets)
  const theirs = filled(
    `network = $network AND block >= $block AND (payer IN (${list}) OR payee IN (${list}))`,
    { network, block },
  )
  const found = await shards.rows(
    `SELECT day, count(*) FROM ${table} WHERE ${theirs} GROUP BY day`,
    {},
  )
  if (found.length === 0) return 0
  if (table === 'transfers')
    await markDirty(
      merge,
      network,
      found.map(([day]) => Number(day)),
    )
  for (const from of table === 'transfers' ? [table, 'outgoing'] : [table])
    for (const server of shards.all)
      await server.query(`ALTER TABLE ${from} DELETE WHERE ${theirs}`)
  await mutationsDone(shards)
  return found.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Deleting goes on behind the answer: waits until it is done. */
async function mutationsDone(shards: Shards): Promise<void> {
  for (;;) {
    const open = await shards.rows(
      'SELECT count(*) FROM system.mutations WHERE is_done = 0 AND database = currentDatabase()',
      {},
    )
    if (open.every(([count]) => count === '0')) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
