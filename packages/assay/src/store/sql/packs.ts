import { sql } from 'kysely'
import type { Pack, PaymentStore } from '../words/payments.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Engine } from './engine.js'
import type { Tables } from './tables.js'

/** Answers that were paid in advance, in SQL: see the port. */
export function packs(
  engine: Engine,
): Pick<PaymentStore, 'savePack' | 'usePack' | 'returnPack'> {
  return {
    savePack: (pack) =>
      engine.write(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('packs')
          .values({
            token_sha256: toColumn(pack.token_sha256),
            created_at: pack.created_at,
            expires_at: pack.expires_at,
            size: pack.left,
            unused: pack.left,
            payment_id: toColumn(pack.payment_id),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }),
    usePack: (tokenSha256, now) =>
      engine.write(async (tx) => {
        const { rows } = await sql<Tables['packs']>`
          update packs set unused = unused - 1
          where token_sha256 = ${toColumn(tokenSha256)}
            and unused > 0 and expires_at > ${now}
          returning *`.execute(tx)
        return rows[0] && toPack(rows[0])
      }),
    returnPack: (tokenSha256) =>
      engine.write(async (tx) => {
        await sql`update packs set unused = unused + 1
          where token_sha256 = ${toColumn(tokenSha256)}
            and unused < size`.execute(tx)
      }),
  }
}

function toPack(row: Tables['packs']): Pack {
  return {
    token_sha256: fromColumn(row.token_sha256),
    created_at: row.created_at,
    expires_at: row.expires_at,
    left: row.unused,
    payment_id: fromColumn(row.payment_id),
  }
}
