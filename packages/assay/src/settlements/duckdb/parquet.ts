import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mapNetwork } from '@assay402/core'
import type { DuckDBConnection } from '@duckdb/node-api'
import { numberOf } from '../sql/column-reader.js'
import { MAX_AMOUNT, TRANSFER_CLASSES } from '../transfer.js'
import { inTransaction } from './connect.js'
import { mergeStaged } from './merge.js'

export type ImportAsk = {
  /** What the file covers without a gap: every wallet, this span. */
  readonly covers?: { readonly from: number; readonly to: number }
}

export type Imported = {
  readonly added: number
  readonly known: number
  /** Rows that cannot be read. */
  readonly left_out: number
}

/**
 * One file a network and month, named by its content: a file that is there
 * already is the same and is left alone.
 */
export async function exportParquet(
  connection: DuckDBConnection,
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT n.name, strftime(make_timestamp(t.ms * 1000), '%Y-%m') AS month
     FROM transfers AS t JOIN names AS n ON n.id = t.network ORDER BY 1, 2`,
  )
  const written: string[] = []
  for (const [network, month] of reader.getRows()) {
    const open = join(folder, `.writing-${process.pid}.parquet`)
    await connection.run(EXPORT, {
      network: String(network),
      month: String(month),
      file: open,
    })
    const place = String(network).replace(/[^A-Za-z0-9]+/g, '-')
    const name = `${place}-${month}-${(await digestOf(open)).slice(0, 16)}`
    const file = join(folder, `${name}.parquet`)
    if (await exists(file)) await rm(open)
    else {
      await rename(open, file)
      written.push(file)
    }
  }
  return written
}

const EXPORT = `COPY (
  SELECT n.name AS network, make_timestamp(t.ms * 1000) AS block_time, t.block,
    t.tx, t.log_index, f.name AS "from", w.name AS "to", t.amount,
    k.name AS facilitator,
    ['${TRANSFER_CLASSES.join("', '")}'][t.class + 1] AS class
  FROM transfers AS t
    JOIN names AS n ON n.id = t.network
    JOIN names AS f ON f.id = t.payer
    JOIN names AS w ON w.id = t.payee
    LEFT JOIN names AS k ON k.id = t.facilitator
  WHERE n.name = $network
    AND strftime(make_timestamp(t.ms * 1000), '%Y-%m') = $month
  ORDER BY w.name, f.name, t.block, t.tx, t.log_index
) TO ($file) (FORMAT parquet, COMPRESSION zstd)`

/** Takes a Parquet file in, day by day; each day is one transaction. */
export async function importParquet(
  connection: DuckDBConnection,
  file: string,
  { covers }: ImportAsk = {},
): Promise<Imported> {
  const counted = await connection.runAndReadAll(
    `SELECT network, day, count(*) FROM (${readable('')}) GROUP BY ALL ORDER BY 1, 2`,
    { file },
  )
  const total = await connection.runAndReadAll(
    'SELECT count(*) FROM read_parquet($1)',
    [file],
  )
  let [added, known, fit] = [0, 0, 0]
  const networks = new Set<string>()
  for (const [network, day, rows] of counted.getRows()) {
    const id = mapNetwork(String(network)).id
    const merged = await inTransaction(connection, async () => {
      await connection.run(`INSERT INTO staged ${readable(ONE_DAY)}`, {
        file,
        network: String(network),
        day: Number(day),
      })
      return mergeStaged(connection, id, {})
    })
    added += merged.added
    known += merged.known
    fit += Number(rows)
    networks.add(id)
  }
  if (covers !== undefined)
    for (const network of networks)
      await inTransaction(connection, () =>
        mergeStaged(connection, network, {
          coverage: { wallets: 'all', ...covers },
        }),
      )
  const all = numberOf(Number(total.getRows()[0]?.[0]))
  return { added, known, left_out: all - fit }
}

const ONE_DAY = 'WHERE network = $network AND day = $day'
const CLASS_PLACES = TRANSFER_CLASSES.map(
  (name, place) => `WHEN '${name}' THEN ${place}`,
).join(' ')
const LOWER_HEX = (column: string, digits: number) =>
  `CASE WHEN regexp_full_match(${column}, '0x[0-9a-fA-F]{${digits}}') THEN lower(${column}) ELSE ${column} END`
const KEY = (column: string) => LOWER_HEX(column, 40)
const HASH = (column: string) => LOWER_HEX(column, 64)
// Bytes as text have backslashes; no name has.
const NAME = (column: string) =>
  `regexp_full_match(${column}, '[!-\\[\\]-~]{1,128}')`
const WALLET = (column: string) =>
  `regexp_full_match(${column}, '0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}')`
// A cast alone rounds what is a fraction: dollars would become atomic units.
const WHOLE = (column: string, type: string) =>
  `CASE WHEN regexp_full_match(CAST(${column} AS VARCHAR), '[0-9]{1,19}')
    THEN TRY_CAST(${column} AS ${type}) END`
// By way of the zone, else that of a text would be dropped.
const TIME = 'CAST(TRY_CAST(block_time AS TIMESTAMPTZ) AS TIMESTAMP)'

// The rows that can be stored, in the columns of `staged` (and, to be counted,
// with their network).
function readable(where: string): string {
  const columns = where === '' ? 'network, day' : '* EXCLUDE (network)'
  return `SELECT ${columns} FROM (
    SELECT network, ms, CAST(ms // 86400000 AS INTEGER) AS day, block, tx, log_index,
      payer, payee, amount, facilitator, class
    FROM (SELECT CAST(network AS VARCHAR) AS network,
        CASE WHEN isfinite(${TIME}) THEN epoch_ms(${TIME}) END AS ms,
        ${WHOLE('block', 'BIGINT')} AS block,
        ${HASH('CAST(tx AS VARCHAR)')} AS tx,
        ${WHOLE('log_index', 'INTEGER')} AS log_index,
        ${KEY('CAST("from" AS VARCHAR)')} AS payer,
        ${KEY('CAST("to" AS VARCHAR)')} AS payee,
        ${WHOLE('amount', 'BIGINT')} AS amount,
        coalesce(${KEY('CAST(facilitator AS VARCHAR)')}, '') AS facilitator,
        CASE CAST(class AS VARCHAR) ${CLASS_PLACES} END AS class
      FROM read_parquet($file))
    WHERE ms >= 0 AND ms <= 253402300799999 AND block >= 0 AND log_index >= 0
      AND amount >= 0 AND amount <= ${MAX_AMOUNT} AND class IS NOT NULL
      AND ${NAME('network')} AND ${NAME('tx')} AND ${WALLET('payer')} AND ${WALLET('payee')}
    ) ${where}`
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch {
    return false
  }
}
