import { sql } from 'kysely'
import type { Store, StoreAdmin } from '../store.js'
import { accountStore } from './accounts.js'
import { catalogStore } from './catalog.js'
import { checkStore } from './checks.js'
import { directoryStore } from './directory.js'
import type { Engine } from './engine.js'
import { evidenceStore } from './evidence.js'
import { figuresStore } from './figures.js'
import { frontierStore } from './frontier.js'
import { listStore } from './lists.js'
import { observationStore } from './observations.js'
import { paymentStore } from './payments.js'
import { receiptStore } from './receipts.js'
import { registrationStore } from './registrations.js'
import { spendingStore } from './spending.js'
import { watchStore } from './watches.js'

/** The whole port over an engine whose schema is up to date. */
export function createStore(engine: Engine): Store {
  return {
    ...evidenceStore(engine),
    ...catalogStore(engine),
    ...frontierStore(engine),
    ...observationStore(engine),
    ...registrationStore(engine),
    ...listStore(engine),
    ...checkStore(engine),
    ...watchStore(engine),
    ...accountStore(engine),
    ...paymentStore(engine),
    ...receiptStore(engine),
    ...spendingStore(engine),
    ...directoryStore(engine),
    ...figuresStore(engine),
    ...admin(engine),
  }
}

function admin(engine: Engine): StoreAdmin {
  return {
    dialect: engine.dialect,
    now: () =>
      engine.read(async (db) => {
        const { rows } = await sql<{ now: number }>`
          select ${engine.clock} as now`.execute(db)
        return rows[0]?.now ?? 0
      }),
    setClockOffset: (ms) =>
      engine.write(async (tx) => {
        await tx.updateTable('clock').set({ offset_ms: ms }).execute()
      }),
    backup: engine.backup,
    close: engine.close,
  }
}
