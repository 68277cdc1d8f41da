import { type EvidenceRecord, parseInstant } from '@assay402/core'
import { StoreFault } from '../errors.js'
import type { StoredEvidence } from '../words/evidence.js'
import { attachBodies, type Detached, detachBodies } from './bodies.js'
import { toColumn } from './column-text.js'
import type { Db } from './engine.js'
import { pack, packJson, unpack, unpackJson } from './packed.js'

/** Evidence made ready to be stored. */
export type EvidenceRow = {
  readonly id: string
  readonly values: readonly unknown[]
  /** SHA-256 in hex → packed bytes. */
  readonly bodies: ReadonlyMap<string, Buffer>
}

/** The columns of `EvidenceRow.values`, in their order. */
export const EVIDENCE_COLUMNS = [
  'id',
  'key',
  'kind',
  'subject',
  'collected_ms',
  'collected_sub',
  'sha256',
  'record',
] as const

/** A row from a record. Throws StoreFault when its time cannot be read. */
export async function evidenceRow({
  record,
  key,
}: StoredEvidence): Promise<EvidenceRow> {
  const at = parseInstant(record.collected_at)
  if (at === undefined)
    throw new StoreFault(
      `evidence ${record.id}: collected_at is no RFC 3339 date-time`,
    )
  const { value, places, bodies } = detachBodies(record)
  const packed = new Map<string, Buffer>()
  for (const [sha256, bytes] of bodies) packed.set(sha256, await pack(bytes))
  return {
    id: record.id,
    values: [
      record.id,
      toColumn(key),
      record.kind,
      toColumn(record.subject),
      at.ms,
      at.sub,
      Buffer.from(record.sha256, 'hex'),
      await packJson([value, places]),
    ],
    bodies: packed,
  }
}

/** Records from their packed form, with their bodies put back. */
export async function readRecords(
  db: Db,
  packed: readonly Buffer[],
): Promise<EvidenceRecord[]> {
  const read = packed.map(
    (bytes) =>
      unpackJson(bytes) as [record: EvidenceRecord, Detached['places']],
  )
  const wanted = new Set(
    read.flatMap(([, places]) => places.map(([, sha256]) => sha256)),
  )
  const bodies = await readBodies(db, [...wanted])
  return read.map(([record, places]) => {
    attachBodies(record, places, (sha256) => bodies.get(sha256))
    return record
  })
}

/** The digests of the bodies that a packed record had. */
export function bodiesOf(packed: Buffer): Set<string> {
  const [, places] = unpackJson(packed) as [unknown, Detached['places']]
  return new Set(places.map(([, sha256]) => sha256))
}

/** Bodies asked for in one statement. */
const BODIES_AT_ONCE = 200

async function readBodies(
  db: Db,
  wanted: readonly string[],
): Promise<Map<string, Buffer>> {
  const bodies = new Map<string, Buffer>()
  for (let from = 0; from < wanted.length; from += BODIES_AT_ONCE) {
    const some = wanted.slice(from, from + BODIES_AT_ONCE)
    const rows = await db
      .selectFrom('bodies')
      .selectAll()
      .where(
        'sha256',
        'in',
        some.map((sha256) => Buffer.from(sha256, 'hex')),
      )
      .execute()
    for (const { sha256, content } of rows)
      bodies.set(sha256.toString('hex'), unpack(content))
  }
  return bodies
}
