import type { Store } from '../store/store.js'

/** How long what is stored is kept, in days. */
export type Retention = {
  /** Reports, their receipts, and every evidence that they name. */
  readonly reports: number
  /** Evidence that no report names. */
  readonly evidence: number
  /** Observations of the index; the newest 30 of a resource stay longer. */
  readonly observations: number
}

export const RETENTION: Retention = {
  reports: 90,
  evidence: 90,
  observations: 7,
}

/** Observations of a resource that its history is made of. */
const HISTORY = 30
const DAY_MS = 86_400_000

/** A setting of retention that cannot be meant. */
export class RetentionError extends Error {}

/**
 * `ASSAY_KEEP_REPORTS` and `ASSAY_KEEP_EVIDENCE`, days from 7 to 3650. Throws
 * RetentionError.
 */
export function readRetention(
  env: Readonly<Record<string, string | undefined>>,
): Retention {
  const days = (name: string, usual: number) => {
    const given = env[name] ?? ''
    if (given === '') return usual
    const count = Number(given)
    if (/^\d{1,4}$/.test(given) && count >= 7 && count <= 3_650) return count
    throw new RetentionError(
      `${name}: "${given}" is no count of days from 7 to 3650, e.g. ${name}=${usual}`,
    )
  }
  return {
    reports: days('ASSAY_KEEP_REPORTS', RETENTION.reports),
    evidence: days('ASSAY_KEEP_EVIDENCE', RETENTION.evidence),
    observations: RETENTION.observations,
  }
}

export type Dropped = {
  readonly reports: number
  readonly receipts: number
  readonly observations: number
  readonly evidence: number
}

/**
 * Drops what has had its time, reports before the evidence that they hold. What
 * is listed, pinned or counted stays.
 */
export async function dropOld(
  store: Pick<
    Store,
    'pruneChecks' | 'pruneReceipts' | 'pruneObservations' | 'pruneEvidence'
  >,
  { reports, evidence, observations }: Retention,
  now: number,
): Promise<Dropped> {
  const before = now - evidence * DAY_MS
  return {
    reports: await store.pruneChecks(now - reports * DAY_MS),
    receipts: await store.pruneReceipts(now - reports * DAY_MS),
    observations: await store.pruneObservations({
      before: now - observations * DAY_MS,
      keep: HISTORY,
    }),
    evidence: await store.pruneEvidence({
      challenge: before,
      robots: before,
      registration: before,
      sanctions: before,
      price_context: before,
      seller_document: before,
    }),
  }
}
