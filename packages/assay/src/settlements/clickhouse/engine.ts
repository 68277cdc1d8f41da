import type { SettlementEngine } from '../engine.js'
import { createTurns } from '../in-turn.js'
import { type ColumnReader, numberOf } from '../sql/column-reader.js'
import { filled } from '../sql/filled.js'
import { createReads } from '../sql/reads.js'
import { DAY_TEXT } from '../sql/text.js'
import type { ClickHouseCall } from './call.js'
import { type Merge, mergeBatch } from './merge.js'
import { idsOf, namesOf } from './names.js'
import { prepareServer } from './schema.js'
import { type Shards, shardsOf } from './shards.js'

/**
 * The engine beyond one machine: one server, or several that share the sellers
 * (always the same ones, in the same order). One process writes.
 */
export async function openClickHouse(
  servers: readonly ClickHouseCall[],
): Promise<SettlementEngine> {
  const shards = shardsOf(servers)
  for (const server of shards.all) await prepareServer(server)
  let last = await lastVersion(shards)
  const version = () => {
    last += 1
    return last
  }
  const merge: Merge = { shards, version }
  const write = createTurns()
  let days: 'clean' | 'unknown' = 'unknown'
  const refresh = () =>
    write(async () => {
      if (days === 'clean') return 0
      const count = await refreshDays(merge)
      days = 'clean'
      return count
    })
  const reader: ColumnReader = {
    rows: (text, values) => shards.rows(text, values),
    numbers: async (text, values, onPart) => {
      const rows = await shards.rows(text, values)
      const width = rows[0]?.length ?? 0
      onPart(
        Array.from({ length: width }, (_, i) =>
          rows.map((row) => Number(row[i])),
        ),
      )
    },
    idsOf: (names) => idsOf(shards, names),
    namesOf: (ids) => namesOf(shards, ids),
    cursor: async (name) => {
      const [row] = await shards.first.query(
        `SELECT value FROM cursors WHERE name IN (SELECT name FROM asked)
         ORDER BY version DESC LIMIT 1`,
        [name],
      )
      return row?.[0]
    },
    coverage: async (network, wallet) => {
      const rows = await shards.first.query(
        filled(
          'SELECT from_at, to_at FROM coverage WHERE network = $network AND wallet = $wallet',
          { network, wallet },
        ),
      )
      return rows.map(([from, to]) => [Number(from), Number(to)] as const)
    },
    ready: async () => {
      if (days === 'unknown') await refresh()
    },
  }
  return {
    ...createReads(reader),
    append: (batch) =>
      write(() => {
        days = 'unknown'
        return mergeBatch(merge, batch)
      }),
    refresh,
    close: async () => {
      await write(async () => undefined)
    },
  }
}

async function lastVersion({ first }: Shards): Promise<number> {
  const versions = await Promise.all(
    ['dirty', 'clean', 'cursors'].map((table) =>
      first.query(`SELECT max(version), count(*) FROM ${table}`),
    ),
  )
  return Math.max(...versions.map(([row]) => numberOf(row?.[0] ?? 0)))
}

/** Adds up the days that were changed after they were added up last. */
async function refreshDays({ shards, version }: Merge): Promise<number> {
  const [dirty, clean] = [
    await versionsOf(shards, 'dirty'),
    await versionsOf(shards, 'clean'),
  ]
  let count = 0
  for (const [place, changed] of dirty) {
    if (changed <= (clean.get(place) ?? 0)) continue
    count += 1
    const [network = 0, day = 0] = place.split(' ').map(Number)
    const mark = version()
    for (const server of shards.all) {
      const values = { network, day }
      await server.query(
        filled('ALTER TABLE days DROP PARTITION ($network, $day)', values),
      )
      await server.query(filled(`INSERT INTO days ${DAY_TEXT}`, values))
    }
    await shards.first.insert('clean (network, day, version)', [
      [network, day, mark],
    ])
  }
  return count
}

async function versionsOf(
  { first }: Shards,
  table: 'dirty' | 'clean',
): Promise<Map<string, number>> {
  const rows = await first.query(
    `SELECT network, day, max(version) FROM ${table} GROUP BY network, day ORDER BY network, day`,
  )
  return new Map(
    rows.map(([network, day, version]) => [
      `${network} ${day}`,
      Number(version),
    ]),
  )
}
