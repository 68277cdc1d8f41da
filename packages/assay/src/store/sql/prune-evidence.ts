import type { EvidenceKind } from '@assay402/core'
import { sql } from 'kysely'
import type { Db, Engine } from './engine.js'
import { bodiesOf } from './evidence-rows.js'

/** Rows that one transaction drops: short enough to let others in between. */
const AT_ONCE = 200

/**
 * Drops evidence of each kind that was collected before its moment and that no
 * kept report names, with the bodies that nobody else needs.
 */
export async function pruneEvidence(
  engine: Engine,
  before: Readonly<Partial<Record<EvidenceKind, number>>>,
): Promise<number> {
  let dropped = 0
  for (const [kind, moment] of Object.entries(before)) {
    for (;;) {
      const some = await pruneSome(engine, kind, moment)
      dropped += some
      if (some < AT_ONCE) break
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return dropped
}

function pruneSome(
  engine: Engine,
  kind: string,
  before: number,
): Promise<number> {
  return engine.write(async (tx) => {
    // An append may be about to use a body that would be dropped here.
    await engine.queueAppends(tx)
    const rows = await tx
      .selectFrom('evidence')
      .select(['position', 'id', 'record'])
      .where('kind', '=', kind)
      .where('collected_ms', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('check_evidence')
              .select('check_id')
              .whereRef('check_evidence.sha256', '=', 'evidence.sha256'),
          ),
        ),
      )
      .orderBy('collected_ms')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return 0
    await engine.openPruning(tx)
    await tx
      .deleteFrom('evidence')
      .where(
        'position',
        'in',
        rows.map(({ position }) => position),
      )
      .execute()
    for (const { id, record } of rows)
      for (const sha256 of bodiesOf(record)) await letGo(tx, sha256, id)
    await engine.closePruning(tx)
    return rows.length
  })
}

/** Drops a body when no other evidence has it. */
async function letGo(tx: Db, sha256: string, id: string): Promise<void> {
  const digest = Buffer.from(sha256, 'hex')
  await tx
    .deleteFrom('evidence_bodies')
    .where('sha256', '=', digest)
    .where('evidence_id', '=', id)
    .execute()
  await sql`delete from bodies where sha256 = ${digest} and not exists
    (select 1 from evidence_bodies where sha256 = ${digest})`.execute(tx)
}
