import type { Observation, ObservationStore } from '../words/observation.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import { forgetDerived, showSeenTerms } from './directory-rows.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { observedSince } from './observed-since.js'
import { pruneObservations } from './prune-observations.js'
import { runEach } from './run-each.js'
import { scores } from './scores.js'
import type { Tables } from './tables.js'

/** Observations and what is derived from them in SQL: see the port. */
export function observationStore(engine: Engine): ObservationStore {
  return {
    ...scores(engine),
    recordObservations: (observations) =>
      engine.write((tx) => insertObservations(engine, tx, observations)),
    observationsOf: ({ resource_id, origin, until, limit }) =>
      engine.read(async (db) => {
        let query = db
          .selectFrom('observations')
          .selectAll()
          .where('resource_id', '=', toColumn(resource_id))
        if (origin !== undefined) query = query.where('origin', '=', origin)
        if (until !== undefined) query = query.where('at', '<=', until)
        const rows = await query
          .orderBy('at', 'desc')
          .orderBy('evidence_id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toObservation)
      }),
    firstObservedAt: (resourceId) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('observations')
          .select((eb) => eb.fn.min<number | null>('at').as('at'))
          .where('resource_id', '=', toColumn(resourceId))
          .executeTakeFirst()
        return row?.at ?? undefined
      }),
    observedSince: (at, limit) => observedSince(engine, at, limit),
    dropDerived: () =>
      engine.write(async (tx) => {
        await tx.deleteFrom('observations').execute()
        await tx.deleteFrom('scores').execute()
        await tx.deleteFrom('category_quotes').execute()
        await forgetDerived(tx)
        await tx
          .updateTable('endpoints')
          .set({ last_crawled_at: null })
          .where('last_crawled_at', 'is not', null)
          .execute()
      }),
    pruneObservations: (request) => pruneObservations(engine, request),
  }
}

/** Inserts what is new and tells the frontier what the crawler looked at. */
export async function insertObservations(
  engine: Engine,
  tx: Db,
  observations: readonly Observation[],
): Promise<void> {
  await insertMany(
    engine,
    tx,
    {
      table: 'observations',
      columns: COLUMNS,
      unless: ['resource_id', 'at', 'evidence_id'],
    },
    observations.map(toValues),
  )
  const crawled = lastCrawls(observations).map(([resource, at]) => [
    at,
    toColumn(resource),
    at,
  ])
  await runEach(engine, tx, CRAWLED, crawled)
  await showSeenTerms(engine, tx, observations)
}

const CRAWLED = `update endpoints set last_crawled_at = ?
  where resource_id = ? and (last_crawled_at is null or last_crawled_at < ?)`

const COLUMNS = [
  'evidence_id',
  'resource_id',
  'at',
  'origin',
  'result',
  'status',
  'challenge',
  'price_atomic',
  'network',
  'asset',
  'pay_to',
  'quote_atomic',
  'quality_code',
] as const

function toValues(seen: Observation): unknown[] {
  return [
    toColumn(seen.evidence_id),
    toColumn(seen.resource_id),
    seen.at,
    seen.origin,
    seen.result,
    seen.status,
    seen.challenge,
    toColumnOrNull(seen.price_atomic),
    toColumnOrNull(seen.network),
    toColumnOrNull(seen.asset),
    toColumnOrNull(seen.pay_to),
    toColumnOrNull(seen.quote_atomic),
    toColumn(seen.quality_code),
  ]
}

function toObservation(row: Tables['observations']): Observation {
  return {
    evidence_id: fromColumn(row.evidence_id),
    resource_id: fromColumn(row.resource_id),
    at: row.at,
    origin: row.origin as Observation['origin'],
    result: row.result as Observation['result'],
    status: row.status,
    challenge: row.challenge as Observation['challenge'],
    price_atomic: fromColumnOrNull(row.price_atomic),
    network: fromColumnOrNull(row.network),
    asset: fromColumnOrNull(row.asset),
    pay_to: fromColumnOrNull(row.pay_to),
    quote_atomic: fromColumnOrNull(row.quote_atomic),
    quality_code: fromColumn(row.quality_code),
  }
}

// In the order of resources, so that two writers never wait for each other.
function lastCrawls(
  observations: readonly Observation[],
): [resource: string, at: number][] {
  const last = new Map<string, number>()
  for (const { resource_id, at, origin } of observations) {
    if (origin !== 'crawl') continue
    last.set(resource_id, Math.max(at, last.get(resource_id) ?? at))
  }
  return [...last].sort(([a], [b]) => (a < b ? -1 : 1))
}
