// The one layout of both engines. Wallets, networks and facilitators are whole
// numbers of one dictionary (`names`, 0 for nobody); amounts are atomic.

/** Tables of transfers, all of the same columns. */
export const TRANSFER_TABLES = ['transfers', 'outgoing', 'hops'] as const

export type TransferTable = (typeof TRANSFER_TABLES)[number]

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
  { name: 'volume', duckdb: 'DECIMAL(38, 0)', clickhouse: 'Decimal(38, 0)' },
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
