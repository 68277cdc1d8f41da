import { columnsFor, DAY_COLUMNS, TRANSFER_COLUMNS } from '../sql/columns.js'
import type { ClickHouseCall } from './call.js'

const ROW = columnsFor('clickhouse', TRANSFER_COLUMNS)
const DAY = columnsFor('clickhouse', DAY_COLUMNS)
const BY_MONTH = 'PARTITION BY (network, intDiv(day, 30))'

// What only grows is read by its newest version; nothing is updated in place.
const TABLES = [
  `transfers (${ROW}) ENGINE = MergeTree ${BY_MONTH} ORDER BY (network, payee, payer)`,
  `outgoing (${ROW}) ENGINE = MergeTree ${BY_MONTH} ORDER BY (network, payer, payee)`,
  `hops (${ROW}) ENGINE = MergeTree ${BY_MONTH} ORDER BY (network, payer, payee)`,
  // A partition a day, so that a day can be dropped and added up anew.
  `days (${DAY}) ENGINE = MergeTree PARTITION BY (network, day) ORDER BY (payee, payer)`,
  'names (id UInt32, name String) ENGINE = MergeTree PARTITION BY tuple() ORDER BY name',
  'sellers (network UInt32, wallet UInt32) ENGINE = MergeTree PARTITION BY tuple() ORDER BY (network, wallet)',
  'dirty (network UInt32, day Int32, version UInt64) ENGINE = MergeTree PARTITION BY tuple() ORDER BY (network, day)',
  'clean (network UInt32, day Int32, version UInt64) ENGINE = MergeTree PARTITION BY tuple() ORDER BY (network, day)',
  'cursors (name String, value String, version UInt64) ENGINE = MergeTree PARTITION BY tuple() ORDER BY name',
  'coverage (network UInt32, wallet UInt32, from_at Int64, to_at Int64) ENGINE = MergeTree PARTITION BY tuple() ORDER BY (network, wallet)',
] as const

/** Makes the tables that a server lacks. */
export async function prepareServer(server: ClickHouseCall): Promise<void> {
  for (const table of TABLES)
    await server.query(`CREATE TABLE IF NOT EXISTS ${table}`)
}
