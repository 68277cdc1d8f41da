import { sql } from 'kysely'
import type {
  ReceiptQuery,
  ReceiptStore,
  StoredReceipt,
} from '../words/receipts.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { objections } from './objections.js'
import { packJson, unpackJson } from './packed.js'
import type { Tables } from './tables.js'

type Row = Tables['receipts']

const COLUMNS = [
  'id',
  'at',
  'surface',
  'resource_id',
  'url',
  'host',
  'verdict',
  'reason_code',
  'report_id',
  'jws',
  'summary',
] as const satisfies readonly (keyof Row)[]

/** Receipts that one transaction drops. */
const AT_ONCE = 500

/** Receipts and objections in SQL: see the port. */
export function receiptStore(engine: Engine): ReceiptStore {
  const packOf = packedOnce()
  const saveReceipts = async (receipts: readonly StoredReceipt[]) => {
    const rows = await Promise.all(
      receipts.map((receipt) => toRow(receipt, packOf)),
    )
    await engine.write((tx) =>
      insertMany(
        engine,
        tx,
        { table: 'receipts', columns: COLUMNS, unless: ['id'] },
        rows.map((row) => COLUMNS.map((column) => row[column])),
      ),
    )
  }
  return {
    ...objections(engine),
    saveReceipts,
    saveReceipt: (receipt) => saveReceipts([receipt]),
    receipt: (id) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('receipts')
          .selectAll()
          .where('id', '=', toColumn(id))
          .executeTakeFirst()
        return row && toReceipt(row)
      }),
    receipts: (query) => engine.read((db) => find(db, query)),
    pruneReceipts: (before) => prune(engine, before),
  }
}

const FIELDS = ['surface', 'verdict', 'host', 'url', 'resource_id'] as const

async function find(db: Db, query: ReceiptQuery): Promise<StoredReceipt[]> {
  let select = db.selectFrom('receipts').selectAll()
  for (const field of FIELDS) {
    const value = query[field]
    if (value !== undefined) select = select.where(field, '=', toColumn(value))
  }
  if (query.before !== undefined) {
    const { at, id } = query.before
    select = select.where(sql<boolean>`(at, id) < (${at}, ${toColumn(id)})`)
  }
  const rows = await select
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()
  return rows.map(toReceipt)
}

async function prune(engine: Engine, before: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const { numAffectedRows = 0n } = await engine.write((tx) =>
      sql`delete from receipts where id in (select id from receipts
        where at < ${before} order by at, id limit ${AT_ONCE})`.execute(tx),
    )
    dropped += Number(numAffectedRows)
    if (numAffectedRows < AT_ONCE) return dropped
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Many receipts of one report share its summary, which is packed once. */
function packedOnce(): Pack {
  const known = new WeakMap<object, Promise<Buffer>>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return packJson(value)
    const packed = known.get(value) ?? packJson(value)
    known.set(value, packed)
    return packed
  }
}

type Pack = (value: unknown) => Promise<Buffer>

async function toRow(receipt: StoredReceipt, packOf: Pack): Promise<Row> {
  return {
    id: toColumn(receipt.id),
    at: receipt.at,
    surface: toColumn(receipt.surface),
    resource_id: toColumn(receipt.resource_id),
    url: toColumn(receipt.url),
    host: toColumn(receipt.host),
    verdict: toColumn(receipt.verdict),
    reason_code: toColumnOrNull(receipt.reason_code),
    report_id: toColumnOrNull(receipt.report_id),
    jws: toColumnOrNull(receipt.jws),
    summary: await packOf(receipt.summary ?? null),
  }
}

function toReceipt(row: Row): StoredReceipt {
  return {
    id: fromColumn(row.id),
    at: row.at,
    surface: fromColumn(row.surface),
    resource_id: fromColumn(row.resource_id),
    url: fromColumn(row.url),
    host: fromColumn(row.host),
    verdict: fromColumn(row.verdict),
    reason_code: fromColumnOrNull(row.reason_code),
    report_id: fromColumnOrNull(row.report_id),
    jws: fromColumnOrNull(row.jws),
    summary: unpackJson(row.summary),
  }
}
