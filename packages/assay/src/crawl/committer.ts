import type { FrontierStore } from '../store/store.js'
import { patiently } from './patiently.js'
import type { Visit } from './visit.js'

/** Stores visits in groups; each is acknowledged when it is in the store. */
export type Committer = {
  /** Resolves when the visit is stored and its host given back. */
  readonly commit: (visit: Visit) => Promise<void>
  /** Looks of this process that another worker's had come before. */
  readonly repeated: () => number
}

/** What was seen and the leases of a group are one transaction of the store. */
export function createCommitter(
  store: Pick<FrontierStore, 'finishVisits'>,
  worker: string,
  sleep: (ms: number) => Promise<void>,
): Committer {
  const waiting: Waiting[] = []
  let busy = false
  let repeated = 0

  async function save(group: readonly Waiting[]): Promise<void> {
    const visits = group.map(({ visit }) => visit)
    const evidence = visits.flatMap((visit) => visit.evidence)
    const looks = visits.flatMap((visit) => visit.looks)
    const releases = visits.map(({ host_name, notBefore, done }) => ({
      ...{ host_name, worker, notBefore },
      done,
    }))
    const added = await patiently(
      () => store.finishVisits({ evidence, looks, releases }),
      sleep,
    )
    repeated += looks.length - added
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

/** Little beside a gap; at full speed it gathers a few dozen visits. */
const LINGER_MS = 40
const MOST_AT_ONCE = 128

type Waiting = {
  readonly visit: Visit
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}
