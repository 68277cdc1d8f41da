import type {
  EvidenceStore,
  Observation,
  ObservationStore,
} from '../store/store.js'
import { observationOf } from './observation.js'

export type RebuildProgress = {
  /** Evidence records read. */
  readonly read: number
  /** Observations derived from them. */
  readonly observations: number
}

/**
 * Drops everything that is derived and derives the observations again from
 * evidence: equal rows. After a kill it can simply be run again.
 */
export async function rebuild(
  store: Pick<EvidenceStore, 'evidenceFrom'> &
    Pick<ObservationStore, 'dropDerived' | 'recordObservations'>,
  onProgress: (progress: RebuildProgress) => void = () => {},
): Promise<RebuildProgress> {
  await store.dropDerived()
  let progress: RebuildProgress = { read: 0, observations: 0 }
  let after = 0
  for (;;) {
    const page = await store.evidenceFrom(after, PAGE)
    const last = page.at(-1)
    if (last === undefined) return progress
    after = last.position
    const rows = page
      .map(({ record }) => observationOf(record))
      .filter((row): row is Observation => row !== undefined)
    await store.recordObservations(rows)
    progress = {
      read: progress.read + page.length,
      observations: progress.observations + rows.length,
    }
    onProgress(progress)
  }
}

const PAGE = 256
