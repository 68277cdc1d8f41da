import type { EvidenceKind } from '@assay402/core'
import { sql } from 'kysely'
import type { Engine } from './engine.js'

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
      .select(['position', 'id'])
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
    const ids = rows.map(({ id }) => id)
    await engine.openPruning(tx)
    await tx
      .deleteFrom('evidence')
      .where(
        'position',
        'in',
        rows.map(({ position }) => position),
      )
      .execute()
    const used = await tx
      .selectFrom('evidence_bodies')
      .select('sha256')
      .where('evidence_id', 'in', ids)
      .distinct()
      .execute()
    await tx
      .deleteFrom('evidence_bodies')
      .where('evidence_id', 'in', ids)
      .execute()
    for (const { sha256 } of used)
      await sql`delete from bodies where sha256 = ${sha256} and not exists
        (select 1 from evidence_bodies where evidence_bodies.sha256 = bodies.sha256)`.execute(
        tx,
      )
    await engine.closePruning(tx)
    return rows.length
  })
}
