import type { EvidenceRecord } from '@assay402/core'
import type {
  EvidenceStore,
  ObservedEvidence,
  StoredEvidence,
} from '../words/evidence.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'
import {
  EVIDENCE_COLUMNS,
  type EvidenceRow,
  evidenceRow,
  readRecords,
} from './evidence-rows.js'
import { insertMany } from './insert-many.js'
import { insertObservations } from './observations.js'
import { pruneEvidence } from './prune-evidence.js'
import { run } from './run.js'

/** Evidence in SQL: see the port. */
export function evidenceStore(engine: Engine): EvidenceStore {
  return {
    appendEvidence: async (records) => {
      const rows = await evidenceRows(records)
      return engine.write(async (tx) => (await append(engine, tx, rows)).size)
    },
    appendObserved: async (looks) => {
      const rows = await evidenceRows(looks.map(({ evidence }) => evidence))
      return engine.write((tx) => appendLooks(engine, tx, rows, looks))
    },
    evidence: (id) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('evidence')
          .select('record')
          .where('id', '=', toColumn(id))
          .execute()
        return (await read(db, rows))[0]
      }),
    evidenceOf: ({ subject, kind, until, limit }) =>
      engine.read(async (db) => {
        // The crawler asks it of every host: building it costs most of it.
        const ofKind = kind === undefined ? '' : ' and kind = ?'
        const before = until === undefined ? '' : UNTIL
        const { rows } = await run<{ record: Buffer }>(
          engine,
          db,
          `select record from evidence where subject = ?${ofKind}${before}${NEWEST}`,
          [
            toColumn(subject),
            ...(kind === undefined ? [] : [kind]),
            ...(until === undefined ? [] : [until, until]),
            limit,
          ],
        )
        return read(db, rows)
      }),
    evidenceFrom: (after, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('evidence')
          .select(['position', 'record'])
          .where('position', '>', after)
          .orderBy('position')
          .limit(limit)
          .execute()
        const records = await read(db, rows)
        return rows.flatMap(({ position }, i) => {
          const record = records[i]
          return record === undefined ? [] : [{ position, record }]
        })
      }),
    pruneEvidence: (before) => pruneEvidence(engine, before),
  }
}

const UNTIL = ` and (collected_ms < ?
  or (collected_ms = ? and collected_sub = ''))`
const NEWEST = ` order by collected_ms desc, collected_sub desc, id desc limit ?`

/** Evidence made ready to be stored, before a transaction is begun for it. */
export function evidenceRows(
  records: readonly StoredEvidence[],
): Promise<EvidenceRow[]> {
  return Promise.all(records.map(evidenceRow))
}

/**
 * Appends rows, those of looks among them, and the observations of the looks
 * that were new; returns how many of those there were.
 */
export async function appendLooks(
  engine: Engine,
  tx: Db,
  rows: readonly EvidenceRow[],
  looks: readonly ObservedEvidence[],
): Promise<number> {
  const added = await append(engine, tx, rows)
  const observations = looks
    .filter(({ evidence }) => added.has(evidence.record.id))
    .map(({ observation }) => observation)
  await insertObservations(engine, tx, observations)
  return observations.length
}

/** Inserts what is new by key and returns the ids of it. */
async function append(
  engine: Engine,
  tx: Db,
  rows: readonly EvidenceRow[],
): Promise<Set<string>> {
  await engine.queueAppends(tx)
  const ids = await insertMany(
    engine,
    tx,
    {
      table: 'evidence',
      columns: EVIDENCE_COLUMNS,
      unless: ['key'],
      returning: 'id',
    },
    rows.map(({ values }) => values),
  )
  const added = new Set(ids.map(String))
  const bodies = new Map<string, Buffer>()
  const uses: [Buffer, string][] = []
  for (const row of rows) {
    // Of two rows with one id only the first went in.
    if (!added.has(row.id)) continue
    for (const [sha256, content] of row.bodies) {
      bodies.set(sha256, content)
      uses.push([Buffer.from(sha256, 'hex'), row.id])
    }
  }
  await insertMany(
    engine,
    tx,
    { table: 'bodies', columns: ['sha256', 'content'], unless: ['sha256'] },
    [...bodies].map(([sha256, content]) => [
      Buffer.from(sha256, 'hex'),
      content,
    ]),
  )
  await insertMany(
    engine,
    tx,
    {
      table: 'evidence_bodies',
      columns: ['sha256', 'evidence_id'],
      unless: ['sha256', 'evidence_id'],
    },
    uses,
  )
  return added
}

function read(
  db: Db,
  rows: readonly { readonly record: Buffer }[],
): Promise<EvidenceRecord[]> {
  return readRecords(
    db,
    rows.map(({ record }) => record),
  )
}
