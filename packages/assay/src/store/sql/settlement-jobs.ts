import { sql } from 'kysely'
import type { FiguresStore, SettlementJob } from '../words/figures.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import type { Engine } from './engine.js'
import type { Tables } from './tables.js'
import { jsonText } from './watch-rows.js'

type Row = Tables['settlement_jobs']

type Jobs = Pick<
  FiguresStore,
  | 'queueSettlementJob'
  | 'takeSettlementJob'
  | 'finishSettlementJob'
  | 'settlementJobs'
>

/** Work for the owner of the settlements in SQL: see the port. */
export function settlementJobs(engine: Engine): Jobs {
  return {
    queueSettlementJob: (job) =>
      engine.write(async (tx) => {
        await tx
          .insertInto('settlement_jobs')
          .values({
            id: toColumn(job.id),
            at: job.at,
            kind: job.kind,
            arguments: jsonText(job.arguments),
            state: job.state,
            detail: toColumnOrNull(job.detail),
            lease_until: 0,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }),
    takeSettlementJob: (leaseMs) =>
      engine.write(async (tx) => {
        const { rows } = await sql<Row>`
          with picked as (
            select id as picked_id from settlement_jobs
            where state = 'queued'
              or (state = 'running' and lease_until <= ${engine.clock})
            order by at, id limit 1 ${engine.skipLocked}
          )
          update settlement_jobs set
            state = 'running', lease_until = ${engine.clock} + ${leaseMs}
          from picked where id = picked_id
          returning id, at, kind, arguments, state, detail`.execute(tx)
        return rows[0] && toJob(rows[0])
      }),
    finishSettlementJob: (id, { state, detail }) =>
      engine.write(async (tx) => {
        await tx
          .updateTable('settlement_jobs')
          .set({ state, detail: toColumn(detail) })
          .where('id', '=', toColumn(id))
          .where('state', 'in', ['queued', 'running'])
          .execute()
      }),
    settlementJobs: (limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('settlement_jobs')
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toJob)
      }),
  }
}

function toJob(row: Row): SettlementJob {
  return {
    id: fromColumn(row.id),
    at: row.at,
    kind: row.kind as SettlementJob['kind'],
    arguments: JSON.parse(row.arguments),
    state: row.state as SettlementJob['state'],
    detail: fromColumnOrNull(row.detail),
  }
}
