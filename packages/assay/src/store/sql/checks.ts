import { isObject } from '@assay402/core'
import type { CheckStore, StoredCheck } from '../words/checks.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { pack, packJson, unpack, unpackJson } from './packed.js'
import type { Tables } from './tables.js'

/** Checks that one transaction drops. */
const AT_ONCE = 200
const SHA256 = /^[0-9a-f]{64}$/

/** Checks and pins in SQL: see the port. */
export function checkStore(engine: Engine): CheckStore {
  return {
    saveCheck: (check) => saveCheck(engine, check),
    check: (id) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('checks')
          .selectAll()
          .where('id', '=', toColumn(id))
          .executeTakeFirst()
        return row && toCheck(row)
      }),
    checksOfHost: (host, since, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('checks')
          .selectAll()
          .where('host', '=', toColumn(host))
          .where('at', '>=', since)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toCheck)
      }),
    verdictsOfHost: (host, since, limit) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('checks')
          .select(['at', 'url', 'verdict'])
          .where('host', '=', toColumn(host))
          .where('at', '>=', since)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(({ at, url, verdict }) => ({
          at,
          url: fromColumn(url),
          verdict: fromColumn(verdict),
        }))
      }),
    pruneChecks: (before) => pruneChecks(engine, before),
    pinOf: (resourceId, network) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('pins')
          .selectAll()
          .where('resource_id', '=', toColumn(resourceId))
          .where('network', '=', toColumn(network))
          .executeTakeFirst()
        return (
          row && {
            resource_id: fromColumn(row.resource_id),
            network: fromColumn(row.network),
            pay_to: fromColumn(row.pay_to),
            since: row.since,
          }
        )
      }),
    savePin: (pin) =>
      engine.write(async (tx) => {
        await tx
          .insertInto('pins')
          .values({
            resource_id: toColumn(pin.resource_id),
            network: toColumn(pin.network),
            pay_to: toColumn(pin.pay_to),
            since: pin.since,
          })
          .onConflict((conflict) =>
            conflict.columns(['resource_id', 'network']).doNothing(),
          )
          .execute()
      }),
  }
}

async function saveCheck(engine: Engine, check: StoredCheck): Promise<void> {
  const report = await packJson(check.report)
  const bundle =
    check.bundle === null ? null : await pack(Buffer.from(check.bundle))
  await engine.write(async (tx) => {
    await tx
      .insertInto('checks')
      .values({
        id: toColumn(check.id),
        at: check.at,
        resource_id: toColumn(check.resource_id),
        host: toColumn(check.host),
        url: toColumn(check.url),
        verdict: toColumn(check.verdict),
        decision: toColumn(check.decision),
        report,
        bundle,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await insertMany(
      engine,
      tx,
      {
        table: 'check_evidence',
        columns: ['sha256', 'check_id'],
        unless: ['sha256', 'check_id'],
      },
      evidenceOf(check.report).map((sha256) => [
        Buffer.from(sha256, 'hex'),
        toColumn(check.id),
      ]),
    )
  })
}

/** The digests of the evidence that a report names. */
function evidenceOf(report: unknown): string[] {
  if (!isObject(report)) return []
  const { evidence } = report as { evidence?: unknown }
  if (!Array.isArray(evidence)) return []
  const digests = evidence
    .filter(isObject)
    .map(({ sha256 }) => sha256)
    .filter((sha256) => typeof sha256 === 'string' && SHA256.test(sha256))
  return [...new Set(digests as string[])]
}

async function pruneChecks(engine: Engine, before: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const some = await engine.write(async (tx) => {
      const rows = await tx
        .selectFrom('checks')
        .select('id')
        .where('at', '<', before)
        .orderBy('at')
        .limit(AT_ONCE)
        .execute()
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      await tx
        .deleteFrom('check_evidence')
        .where('check_id', 'in', ids)
        .execute()
      await tx.deleteFrom('checks').where('id', 'in', ids).execute()
      return ids.length
    })
    dropped += some
    if (some < AT_ONCE) return dropped
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function toCheck(row: Tables['checks']): StoredCheck {
  return {
    id: fromColumn(row.id),
    at: row.at,
    resource_id: fromColumn(row.resource_id),
    host: fromColumn(row.host),
    url: fromColumn(row.url),
    verdict: fromColumn(row.verdict),
    decision: fromColumn(row.decision),
    report: unpackJson(row.report),
    bundle: row.bundle === null ? null : unpack(row.bundle).toString(),
  }
}
