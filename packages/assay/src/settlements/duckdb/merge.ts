import { addressKey } from '@assay402/core'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Appended, Batch } from '../engine.js'
import { numberOf, type Values } from '../sql/column-reader.js'
import { HALF, namesOf, TRANSFER_COLUMNS } from '../sql/columns.js'
import { SETTLED } from '../sql/text.js'
import { readText, runText } from './connect.js'
import { stageNames } from './stage.js'
import { noteChange } from './standing/changes.js'

const ROW = namesOf(TRANSFER_COLUMNS)
/** A block's time may be told a little differently by two sources. */
const DAYS_AROUND = 1

/**
 * Takes what lies in `staged` into the tables; to be called in a transaction.
 * The stages are empty afterwards.
 */
export async function mergeStaged(
  connection: DuckDBConnection,
  network: string,
  batch: Pick<Batch, 'kind' | 'replace' | 'cursor' | 'coverage'>,
): Promise<Appended> {
  const run = (text: string, values?: Values) =>
    runText(connection, text, values)
  const target = batch.kind === 'hops' ? 'hops' : 'transfers'
  const covered = batch.coverage?.wallets ?? []
  await stageNames(connection, [
    network,
    ...(batch.replace?.wallets ?? []).map(addressKey),
    ...(covered === 'all' ? [] : covered.map(addressKey)),
  ])
  await learnNames(connection)
  const id = await idOf(connection, network)
  const removed =
    batch.replace === undefined
      ? 0
      : await removeFrom(connection, id, batch.replace, target)
  const [[staged, first, last] = []] = await readText(
    connection,
    'SELECT count(*), min(day), max(day) FROM staged',
  )
  await run(INSERTED(target), {
    network: id,
    first_day: numberOf(first) - DAYS_AROUND,
    last_day: numberOf(last) + DAYS_AROUND,
  })
  const added = await run(
    `INSERT INTO ${target} SELECT ${ROW} FROM inserted ORDER BY day, payee, payer`,
  )
  if (target === 'transfers') await followSellers(connection, id)
  if (batch.coverage !== undefined) await cover(connection, id, batch.coverage)
  if (batch.cursor !== undefined) await keepCursor(connection, batch.cursor)
  for (const table of STAGED_TABLES) await run(`DELETE FROM ${table}`)
  return { added, known: numberOf(staged) - added, removed }
}

const STAGED_TABLES = [
  'staged',
  'batch_names',
  'named_now',
  'new_sellers',
  'chosen',
  'inserted',
]

const INSERTED = (target: string) => `INSERT INTO inserted
  SELECT DISTINCT ON (s.tx, s.log_index)
    CAST($network AS UINTEGER), s.day, s.ms, s.block, s.tx, s.log_index, f.id, t.id,
    s.amount, s.amount // ${HALF}, coalesce(k.id, 0), s.class
  FROM staged AS s
    JOIN batch_names AS f ON f.name = s.payer
    JOIN batch_names AS t ON t.name = s.payee
    LEFT JOIN batch_names AS k ON k.name = s.facilitator
  WHERE (s.tx, s.log_index) NOT IN (
    SELECT tx, log_index FROM ${target}
    WHERE network = $network AND day >= $first_day AND day <= $last_day
      AND tx IN (SELECT tx FROM staged))
  ORDER BY s.tx, s.log_index, s.rowid`

async function learnNames(connection: DuckDBConnection): Promise<void> {
  for (const text of [
    `INSERT INTO named_now SELECT DISTINCT name FROM (
       SELECT payer AS name FROM staged UNION ALL SELECT payee FROM staged
       UNION ALL SELECT facilitator FROM staged) WHERE name <> ''`,
    'INSERT INTO batch_names SELECT id, name FROM names WHERE name IN (SELECT name FROM named_now)',
    `INSERT INTO names
       SELECT (SELECT coalesce(max(id), 0) FROM names) + row_number() OVER (ORDER BY name), name
       FROM (SELECT DISTINCT name FROM named_now
             WHERE name NOT IN (SELECT name FROM batch_names))`,
    'DELETE FROM batch_names',
    'INSERT INTO batch_names SELECT id, name FROM names WHERE name IN (SELECT name FROM named_now)',
  ])
    await connection.run(text)
}

async function idOf(
  connection: DuckDBConnection,
  name: string,
): Promise<number> {
  const reader = await connection.runAndReadAll(
    'SELECT id FROM batch_names WHERE name = $1',
    [name],
  )
  return Number(reader.getRows()[0]?.[0])
}

async function removeFrom(
  connection: DuckDBConnection,
  network: number,
  replace: NonNullable<Batch['replace']>,
  target: 'transfers' | 'hops',
): Promise<number> {
  await choose(connection, replace.wallets)
  const values = { network, block: replace.from_block }
  const theirs = `network = $network AND block >= $block AND
    (payer IN (SELECT wallet FROM chosen) OR payee IN (SELECT wallet FROM chosen))`
  if (target === 'hops')
    return runText(connection, `DELETE FROM hops WHERE ${theirs}`, values)
  for (const [kind, table] of KEPT_OF)
    await noteChange(connection, {
      kind,
      change: 'go',
      table,
      where: theirs,
      values,
    })
  await runText(
    connection,
    `INSERT INTO dirty SELECT DISTINCT network, day FROM transfers WHERE ${theirs}`,
    values,
  )
  await runText(connection, `DELETE FROM outgoing WHERE ${theirs}`, values)
  return runText(connection, `DELETE FROM transfers WHERE ${theirs}`, values)
}

/** Puts the ids of wallets into `chosen`. */
async function choose(
  connection: DuckDBConnection,
  wallets: readonly string[],
): Promise<void> {
  const keys = new Set(wallets.map(addressKey))
  const reader = await connection.runAndReadAll(
    'SELECT id, name FROM batch_names',
  )
  const appender = await connection.createAppender('chosen', 'main', 'temp')
  for (const [id, name] of reader.getRows()) {
    if (!keys.has(String(name))) continue
    appender.appendUInteger(Number(id))
    appender.endRow()
  }
  appender.closeSync()
}

const KEPT_OF = [
  ['payments', 'transfers'],
  ['sent', 'outgoing'],
] as const

/** Copies what leaves sellers, and marks the days that are to be added up. */
async function followSellers(
  connection: DuckDBConnection,
  network: number,
): Promise<void> {
  const values = { network }
  const run = (text: string) => runText(connection, text, values)
  const come = (kind: 'payments' | 'sent', table: string, where: string) =>
    noteChange(connection, { kind, change: 'come', table, where, values })
  await run(`INSERT INTO new_sellers SELECT DISTINCT payee FROM inserted
    WHERE ${SETTLED} AND payee NOT IN (SELECT wallet FROM sellers WHERE network = $network)`)
  for (const [table, where] of [
    [
      'inserted',
      'payer IN (SELECT wallet FROM sellers WHERE network = $network)',
    ],
    // What a new seller sent before it was one, this batch included.
    [
      'transfers',
      'network = $network AND payer IN (SELECT wallet FROM new_sellers)',
    ],
  ] as const) {
    await run(`INSERT INTO outgoing SELECT ${ROW} FROM ${table} WHERE ${where}`)
    await come('sent', table, where)
  }
  await come('payments', 'inserted', 'network = $network')
  await run(
    'INSERT INTO sellers SELECT CAST($network AS UINTEGER), wallet FROM new_sellers',
  )
  await run(
    `INSERT INTO dirty SELECT DISTINCT network, day FROM inserted WHERE ${SETTLED}`,
  )
}

async function cover(
  connection: DuckDBConnection,
  network: number,
  { wallets, from, to }: NonNullable<Batch['coverage']>,
): Promise<void> {
  await connection.run('DELETE FROM chosen')
  if (wallets === 'all') await connection.run('INSERT INTO chosen VALUES (0)')
  else await choose(connection, wallets)
  const values = { network, from_at: from, to_at: to }
  await runText(connection, WIDEN, values)
  await runText(connection, COVER_ANEW, values)
}

const TOUCHING =
  'network = $network AND from_at <= $to_at AND to_at >= $from_at'
const WIDEN = `UPDATE coverage
  SET from_at = least(from_at, $from_at), to_at = greatest(to_at, $to_at)
  WHERE ${TOUCHING} AND wallet IN (SELECT wallet FROM chosen)`
const COVER_ANEW = `INSERT INTO coverage
  SELECT CAST($network AS UINTEGER), wallet, $from_at, $to_at FROM chosen
  WHERE wallet NOT IN (SELECT wallet FROM coverage WHERE ${TOUCHING})`

async function keepCursor(
  connection: DuckDBConnection,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<void> {
  await connection.run('DELETE FROM cursors WHERE name = $1', [name])
  await connection.run('INSERT INTO cursors VALUES ($1, $2)', [name, value])
}
