import { type ListTools, updatesOf } from '../../lists/lists.js'
import { updateList } from '../../lists/update.js'
import type { Service } from '../service.js'
import type { Job } from './job.js'

/** A list is fetched anew after so long: before it counts as stale. */
const DUE_MS = 20 * 3_600_000
/** After a refusal, and between two looks at what is due. */
const LOOK_MS = 900_000
const RETRY_MS = 3_600_000

export type ListsOptions = {
  /** `all`: those too that this store never had. */
  readonly which: 'all' | 'known'
  /** Where OFAC's list comes from; its own address when absent. */
  readonly ofac?: string | undefined
}

/** Keeps the lists up to date, each about once a day. */
export function listsJob(
  { store, now, clock, log }: Service,
  tools: ListTools,
  { which, ofac }: ListsOptions,
): Job {
  const triedAt = new Map<string, number>()
  const isDue = async (list: string) => {
    const last = await store.currentList(list)
    if (last === undefined && which === 'known') return false
    if (last !== undefined && now() - last.fetched_at < DUE_MS) return false
    const tried = triedAt.get(list) ?? Number.NEGATIVE_INFINITY
    return clock() - tried >= RETRY_MS
  }
  return {
    name: 'lists',
    restMs: LOOK_MS,
    run: async (signal) => {
      for (const definition of await updatesOf(tools, { ofac })) {
        const { list } = definition
        if (signal.aborted) return
        if (!(await isDue(list))) continue
        triedAt.set(list, clock())
        const { snapshot, reason } = await updateList(definition, tools)
        const { status, count, detail } = snapshot
        const level = reason === null ? 'info' : 'warn'
        log({ level, event: 'list', list, status, count, detail })
      }
    },
  }
}
