// The one layout of both engines. Wallets, networks and facilitators are whole
// numbers of one dictionary (`names`, 0 for nobody); amounts are atomic.

/** Tables of transfers, all of the same columns. */
export const TRANSFER_TABLES = ['transfers', 'outgoing', 'hops'] as const

export type TransferTable = (typeof TRANSFER_TABLES)[number]

/** The part of an amount below 2^32 is `low`. */
export const HALF = 4_294_967_296

/** Columns of a transfer with the type on either engine, in order. */
export const TRANSFER_COLUMNS = [
  { name: 'network', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'day', duckdb: 'INTEGER', clickhouse: 'Int32' },
  { name: 'ms', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'block', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'tx', duckdb: 'VARCHAR', clickhouse: 'String' },
  { name: 'log_index', duckdb: 'INTEGER', clickhouse: 'Int32' },
  { name: 'payer', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'payee', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'amount', duckdb: 'BIGINT', clickhouse: 'Int64' },
  // amount ÷ 2^32, so that sums of any number of rows are exact in 64 bits.
  { name: 'high', duckdb: 'INTEGER', clickhouse: 'Int32' },
  { name: 'facilitator', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'class', duckdb: 'UTINYINT', clickhouse: 'UInt8' },
] as const

/** Settlements of one buyer to one seller on one UTC day. */
export const DAY_COLUMNS = [
  { name: 'network', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'day', duckdb: 'INTEGER', clickhouse: 'Int32' },
  { name: 'payee', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'payer', duckdb: 'UINTEGER', clickhouse: 'UInt32' },
  { name: 'settlements', duckdb: 'BIGINT', clickhouse: 'UInt64' },
  // The volume is high · 2^32 + low: engines read wider columns slowly.
  { name: 'volume_high', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'volume_low', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'first_at', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'last_at', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'least', duckdb: 'BIGINT', clickhouse: 'Int64' },
  { name: 'most', duckdb: 'BIGINT', clickhouse: 'Int64' },
] as const

type Column = {
  readonly name: string
  readonly duckdb: string
  readonly clickhouse: string
}

/** `name type, …` for a CREATE TABLE. */
export function columnsFor(
  engine: 'duckdb' | 'clickhouse',
  columns: readonly Column[],
): string {
  return columns.map((column) => `${column.name} ${column[engine]}`).join(', ')
}

/** The names, in order, for a SELECT. */
export function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join(', ')
}
