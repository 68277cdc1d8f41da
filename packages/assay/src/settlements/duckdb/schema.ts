import type { DuckDBConnection } from '@duckdb/node-api'
import {
  columnsFor,
  DAY_COLUMNS,
  TRANSFER_COLUMNS,
  TRANSFER_TABLES,
} from '../sql/columns.js'

/** Layout of the file; a file of a later layout is refused. */
const LAYOUT = 2

// Of a seller and who paid it (or what it sent there) in the kept 30 days.
const PAIR_COLUMNS =
  'network UINTEGER, payee UINTEGER, payer UINTEGER, settlements BIGINT, volume_high BIGINT, volume_low BIGINT, sent BIGINT'

const TABLES = [
  'CREATE TABLE IF NOT EXISTS layout (version INTEGER)',
  'CREATE TABLE IF NOT EXISTS names (id UINTEGER, name VARCHAR)',
  ...TRANSFER_TABLES.map(
    (table) =>
      `CREATE TABLE IF NOT EXISTS ${table} (${columnsFor('duckdb', TRANSFER_COLUMNS)})`,
  ),
  `CREATE TABLE IF NOT EXISTS days (${columnsFor('duckdb', DAY_COLUMNS)})`,
  // Who ever was paid by a settlement: what leaves them is in `outgoing`.
  'CREATE TABLE IF NOT EXISTS sellers (network UINTEGER, wallet UINTEGER)',
  // Days whose rows changed after they were added up.
  'CREATE TABLE IF NOT EXISTS dirty (network UINTEGER, day INTEGER)',
  'CREATE TABLE IF NOT EXISTS cursors (name VARCHAR, value VARCHAR)',
  'CREATE TABLE IF NOT EXISTS coverage (network UINTEGER, wallet UINTEGER, from_at BIGINT, to_at BIGINT)',
  // Figures of 30 days of each network, and what they are made of.
  'CREATE TABLE IF NOT EXISTS standing_windows (network UINTEGER, after_at BIGINT, until_at BIGINT)',
  `CREATE TABLE IF NOT EXISTS standing_pairs (${PAIR_COLUMNS})`,
  `CREATE TABLE IF NOT EXISTS standing (network UINTEGER, wallet UINTEGER,
    volume_high HUGEINT, volume_low HUGEINT, washed_high HUGEINT, washed_low HUGEINT,
    settlements HUGEINT, buyers BIGINT, real_buyers BIGINT, repeat_buyers BIGINT,
    top HUGEINT, top_payer UINTEGER)`,
  // Rows of those days that came (or went) after they were added up.
  `CREATE TABLE IF NOT EXISTS standing_changes (${PAIR_COLUMNS})`,
] as const

// Of the writing connection only; a batch passes through them.
const STAGES = [
  'CREATE TEMP TABLE staged (ms BIGINT, day INTEGER, block BIGINT, tx VARCHAR, log_index INTEGER, payer VARCHAR, payee VARCHAR, amount BIGINT, facilitator VARCHAR, class UTINYINT)',
  'CREATE TEMP TABLE batch_names (id UINTEGER, name VARCHAR)',
  'CREATE TEMP TABLE named_now (name VARCHAR)',
  'CREATE TEMP TABLE new_sellers (wallet UINTEGER)',
  'CREATE TEMP TABLE chosen (wallet UINTEGER)',
  `CREATE TEMP TABLE touched (${PAIR_COLUMNS})`,
  `CREATE TEMP TABLE standing_next (${PAIR_COLUMNS})`,
  `CREATE TEMP TABLE inserted (${columnsFor('duckdb', TRANSFER_COLUMNS)})`,
] as const

/** Makes the tables that are missing. Throws on a file of a later layout. */
export async function prepareSchema(
  connection: DuckDBConnection,
): Promise<void> {
  for (const text of TABLES) await connection.run(text)
  const reader = await connection.runAndReadAll('SELECT version FROM layout')
  const version = reader.getRows()[0]?.[0]
  if (version === undefined)
    await connection.run('INSERT INTO layout VALUES ($1)', [LAYOUT])
  else if (Number(version) > LAYOUT)
    throw new Error(
      `the settlement file has layout ${version}, this software knows ${LAYOUT}; update Assay to open it`,
    )
  if (Number(version) < LAYOUT)
    await connection.run('UPDATE layout SET version = $1', [LAYOUT])
  for (const text of STAGES) await connection.run(text)
  // Else times with a zone would be read as this machine's local ones.
  await connection.run("SET TimeZone = 'UTC'")
}
