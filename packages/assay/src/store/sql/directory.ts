import { type RawBuilder, type Selectable, sql } from 'kysely'
import { StoreRefusal } from '../errors.js'
import type {
  DirectoryEntry,
  DirectoryPage,
  DirectoryQuery,
  DirectorySort,
  DirectoryStore,
} from '../words/directory.js'
import { fromColumn, fromColumnOrNull, toColumn } from './column-text.js'
import { readCursor, writeCursor } from './directory-cursor.js'
import { toEndpoint } from './endpoints.js'
import type { Db, Engine } from './engine.js'
import { trackedWallets } from './listing-wallets.js'
import { NO_PRICE, priceKey, priceOfKey } from './price-key.js'
import type { Tables } from './tables.js'

/** Further words of a query are not looked at. */
const MOST_WORDS = 8

type Row = Omit<
  Selectable<Tables['directory']>,
  'words' | 'listed_price' | 'listed_network' | 'listed_pay_to'
>

/** Searching what is listed: see the port. */
export function directoryStore(engine: Engine): DirectoryStore {
  return {
    directory: async (query) => {
      const conditions = conditionsOf(query)
      return engine.read((db) => page(engine, db, query, conditions))
    },
    trackedWallets: (network, after, limit) =>
      engine.read((db) => trackedWallets(db, network, after, limit)),
  }
}

const ORDER: Readonly<Record<DirectorySort, 'asc' | 'desc'>> = {
  score: 'desc',
  price: 'asc',
  last_seen: 'desc',
}

async function page(
  engine: Engine,
  db: Db,
  { sort, limit, query }: DirectoryQuery,
  conditions: readonly RawBuilder<unknown>[],
): Promise<DirectoryPage> {
  const direction = sql.raw(ORDER[sort])
  // Words are in no index: SQLite reads faster through the table than after an
  // index; PostgreSQL finds out by itself.
  const scan = sql.raw(
    engine.dialect === 'sqlite' && wordsOf(query).length > 0
      ? 'not indexed'
      : '',
  )
  const { rows } = await sql<Row>`
    select entry, resource_id, category, last_seen, score, price, network, pay_to
    from directory ${scan} where ${sql.join(conditions, sql` and `)}
    order by ${sql.ref(sort)} ${direction}, entry ${direction}
    limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: await withEndpoints(db, shown),
    next: last && writeCursor(sort, { value: last[sort], entry: last.entry }),
  }
}

function conditionsOf(query: DirectoryQuery): RawBuilder<unknown>[] {
  const { sort, cursor, category, network, min_score } = query
  const conditions: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (cursor !== undefined) {
    const { value, entry } = readCursor(sort, cursor)
    const beyond = sql.raw(ORDER[sort] === 'asc' ? '>' : '<')
    conditions.push(
      sql`(${sql.ref(sort)}, entry) ${beyond} (${value}, ${entry})`,
    )
  }
  if (category !== undefined)
    conditions.push(sql`category = ${toColumn(category)}`)
  if (network !== undefined)
    conditions.push(sql`network = ${toColumn(network)}`)
  if (min_score !== undefined)
    conditions.push(sql`score >= ${Math.max(0, min_score)}`)
  if (query.max_price_atomic !== undefined)
    conditions.push(sql`price <= ${boundOf(query.max_price_atomic)}`)
  for (const word of wordsOf(query.query)) conditions.push(contains(word))
  return conditions
}

function boundOf(price: string): string {
  const key = priceKey(price)
  if (key === NO_PRICE)
    throw new StoreRefusal('max_price_atomic is to be digits, e.g. "10000"')
  return key
}

function wordsOf(query = ''): string[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].slice(0, MOST_WORDS)
}

// `!` and not a backslash, which the column holds of itself.
function contains(word: string): RawBuilder<unknown> {
  const pattern = toColumn(word).replace(/[!%_]/g, '!$&')
  return sql`words like ${`%${pattern}%`} escape '!'`
}

async function withEndpoints(
  db: Db,
  rows: readonly Row[],
): Promise<DirectoryEntry[]> {
  if (rows.length === 0) return []
  const endpoints = await db
    .selectFrom('endpoints')
    .selectAll()
    .where(
      'resource_id',
      'in',
      rows.map(({ resource_id }) => resource_id),
    )
    .execute()
  const byId = new Map(endpoints.map((row) => [row.resource_id, row]))
  return rows.flatMap((row) => {
    const endpoint = byId.get(row.resource_id)
    return endpoint === undefined
      ? []
      : [
          {
            endpoint: toEndpoint(endpoint),
            category: fromColumn(row.category),
            score: row.score < 0 ? null : row.score,
            network: fromColumnOrNull(row.network),
            price_atomic: priceOfKey(row.price),
            pay_to: fromColumnOrNull(row.pay_to),
            last_probed_at: endpoint.last_crawled_at,
          },
        ]
  })
}
