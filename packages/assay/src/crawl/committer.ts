import type { EvidenceStore, FrontierStore } from '../store/store.js'
import { patiently } from './patiently.js'
import type { Visit } from './visit.js'

/** Stores visits in groups; each is acknowledged when it is in the store. */
export type Committer = {
  /** Resolves when the visit is stored and its host given back. */
  readonly commit: (visit: Visit) => Promise<void>
  /** Looks of this process that another worker's had come before. */
  readonly repeated: () => number
}

/**
 * First what was seen, then the lease: a worker that dies in between leaves
 * evidence behind, and what was seen in a slot is not due again in it.
 */
export function createCommitter(
  store: Pick<EvidenceStore, 'appendEvidence' | 'appendObserved'> &
    Pick<FrontierStore, 'releaseHosts'>,
  worker: string,
  sleep: (ms: number) => Promise<void>,
): Committer {
  const retry = <T>(work: () => Promise<T>) => patiently(work, sleep)
  const waiting: Waiting[] = []
  let busy = false
  let repeated = 0

  async function save(group: readonly Waiting[]): Promise<void> {
    const visits = group.map(({ visit }) => visit)
    const evidence = visits.flatMap((visit) => visit.evidence)
    const looks = visits.flatMap((visit) => visit.looks)
    if (evidence.length > 0) await retry(() => store.appendEvidence(evidence))
    if (looks.length > 0) {
      const added = await retry(() => store.appendObserved(looks))
      repeated += looks.length - added
    }
    const releases = visits.map(({ host_name, notBefore, done }) => ({
      ...{ host_name, worker, notBefore },
      done,
    }))
    await retry(() => store.releaseHosts(releases))
  }

  async function run(): Promise<void> {
    busy = true
    // Others that end in this moment come along.
    await sleep(LINGER_MS)
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_AT_ONCE)
      try {
        await save(group)
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    busy = false
  }

  return {
    repeated: () => repeated,
    commit: (visit) =>
      new Promise((resolve, reject) => {
        waiting.push({ visit, resolve, reject })
        if (!busy) void run()
      }),
  }
}

const LINGER_MS = 5
const MOST_AT_ONCE = 128

type Waiting = {
  readonly visit: Visit
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
