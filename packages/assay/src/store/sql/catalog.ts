import { randomUUID } from 'node:crypto'
import type { CatalogPass, CatalogStore } from '../words/catalog.js'
import { fromColumn, toColumn } from './column-text.js'
import { coverage } from './coverage.js'
import { endpoints } from './endpoints.js'
import type { Engine } from './engine.js'
import { readListings, unlist } from './listing-spans.js'
import { recordListings } from './record-listings.js'
import type { Tables } from './tables.js'

/** Catalog passes, listings and endpoints in SQL: see the port. */
export function catalogStore(engine: Engine): CatalogStore {
  return {
    ...endpoints(engine),
    ...readListings(engine),
    beginPass: async (source, at) => {
      const id = randomUUID().replaceAll('-', '')
      await engine.write((tx) =>
        tx
          .insertInto('passes')
          .values({
            id,
            source: toColumn(source),
            started_at: at,
            finished_at: null,
            reported_total: null,
            read_count: 0,
            kept_count: 0,
            excluded: '{}',
            status: 'running',
            detail: '',
          })
          .execute(),
      )
      return id
    },
    recordListings: (passId, listings, at) =>
      recordListings(engine, passId, listings, at),
    finishPass: (passId, outcome) =>
      engine.write(async (tx) => {
        await engine.queueAppends(tx)
        const pass = await tx
          .updateTable('passes')
          .set({
            finished_at: outcome.finished_at,
            reported_total: outcome.reported_total,
            read_count: outcome.read,
            kept_count: outcome.kept,
            excluded: JSON.stringify(outcome.excluded),
            status: outcome.status,
            detail: toColumn(outcome.detail),
          })
          .where('id', '=', passId)
          .returning(['source', 'started_at'])
          .executeTakeFirst()
        if (pass !== undefined && outcome.status === 'complete')
          await unlist(engine, tx, pass.source, pass.started_at)
      }),
    passes: (limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('passes')
          .selectAll()
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toPass)
      }),
    coverage: (slot) => coverage(engine, slot),
  }
}

function toPass(row: Tables['passes']): CatalogPass {
  return {
    id: row.id,
    source: fromColumn(row.source),
    started_at: row.started_at,
    finished_at: row.finished_at,
    reported_total: row.reported_total,
    read: row.read_count,
    kept: row.kept_count,
    excluded: JSON.parse(row.excluded) as Record<string, number>,
    status: row.status as CatalogPass['status'],
    detail: fromColumn(row.detail),
  }
}
