import type { Objection, ReceiptStore } from '../words/receipts.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Engine } from './engine.js'
import type { Tables } from './tables.js'

/** Sellers' own words in SQL: see the port. */
export function objections(
  engine: Engine,
): Pick<ReceiptStore, 'saveObjection' | 'objectionsOf'> {
  return {
    saveObjection: (objection, nonce) =>
      engine.write(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('objections')
          .values({
            id: toColumn(objection.id),
            at: objection.at,
            host: toColumn(objection.host),
            about: toColumnOrNull(objection.about),
            words: toColumn(objection.text),
            proof: objection.proof,
            wallet: toColumnOrNull(objection.wallet),
            nonce: toColumn(nonce),
          })
          .onConflict((conflict) => conflict.column('nonce').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }),
    objectionsOf: (host, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('objections')
          .selectAll()
          .where('host', '=', toColumn(host))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toObjection)
      }),
  }
}

function toObjection(row: Tables['objections']): Objection {
  return {
    id: fromColumn(row.id),
    at: row.at,
    host: fromColumn(row.host),
    about: fromColumnOrNull(row.about),
    text: fromColumn(row.words),
    proof: row.proof as Objection['proof'],
    wallet: fromColumnOrNull(row.wallet),
  }
}
