import type { AccountStore, ApiKey } from '../words/accounts.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Engine } from './engine.js'
import { quotas } from './quotas.js'
import type { Tables } from './tables.js'

/** Quotas and keys in SQL: see the port. */
export function accountStore(engine: Engine): AccountStore {
  return {
    ...quotas(engine),
    saveKey: (key) =>
      engine.write(async (tx) => {
        await tx
          .insertInto('api_keys')
          .values({
            id: toColumn(key.id),
            key_sha256: toColumn(key.key_sha256),
            created_at: key.created_at,
            tier: key.tier,
            label: toColumnOrNull(key.label),
          })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((eb) => ({
              tier: eb.ref('excluded.tier'),
              label: eb.ref('excluded.label'),
            })),
          )
          .execute()
      }),
    keyByHash: (sha256) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('api_keys')
          .selectAll()
          .where('key_sha256', '=', toColumn(sha256))
          .executeTakeFirst()
        return row && toKey(row)
      }),
  }
}

function toKey(row: Tables['api_keys']): ApiKey {
  return {
    id: fromColumn(row.id),
    key_sha256: fromColumn(row.key_sha256),
    created_at: row.created_at,
    tier: row.tier as ApiKey['tier'],
    label: fromColumnOrNull(row.label),
  }
}
