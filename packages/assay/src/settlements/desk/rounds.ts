import { SettlementsInUse } from '../owner-lock.js'
import { SettlementsUnreadable } from './network-reader.js'
import {
  openSettlementWork,
  type SettlementWork,
  type SettlementWorkOptions,
} from './work.js'

export type SettlementRoundsOptions = Omit<SettlementWorkOptions, 'signal'> & {
  /** Between two readings of a network; 6 hours when absent. */
  readonly syncEveryMs?: number | undefined
  readonly onSynced?: (report: object) => void
}

/** The settlement work of a process that runs for long, one round at a time. */
export type SettlementRounds = {
  /**
   * Runs queued jobs, and reads every network when it is time. Does nothing
   * while another process owns the rows, or when there is nothing to own them
   * for. Rejects after the round when a network could not be read. The rows are
   * given back when the signal, always the same one, aborts.
   */
  run(signal: AbortSignal): Promise<void>
  /** Resolves when the rows are given back. */
  close(): Promise<void>
}

const SYNC_MS = 6 * 3_600_000
const JOBS_LOOKED_AT = 100

/** Begins nothing yet: the first round does. */
export function settlementRounds(
  options: SettlementRoundsOptions,
): SettlementRounds {
  const { store, clock, providers, onSynced } = options
  let work: SettlementWork | undefined
  let syncedAt = Number.NEGATIVE_INFINITY
  let round: Promise<void> = Promise.resolve()

  async function close(): Promise<void> {
    await round.catch(() => undefined)
    const open = work
    work = undefined
    await open?.close()
  }

  async function isWanted(): Promise<boolean> {
    if (providers.rpc.length > 0 || providers.cdp !== null) return true
    const jobs = await store.settlementJobs(JOBS_LOOKED_AT)
    return jobs.some(({ state }) => state === 'queued' || state === 'running')
  }

  async function opened(
    signal: AbortSignal,
  ): Promise<SettlementWork | undefined> {
    if (work !== undefined || !(await isWanted())) return work
    try {
      work = await openSettlementWork({ ...options, signal })
    } catch (error) {
      if (!(error instanceof SettlementsInUse)) throw error
      return undefined
    }
    signal.addEventListener('abort', () => void close(), { once: true })
    return work
  }

  /** What went wrong with each network that could not be read. */
  async function syncAll(
    desk: SettlementWork,
    signal: AbortSignal,
  ): Promise<unknown[]> {
    const failures: unknown[] = []
    for (const network of desk.networks) {
      if (signal.aborted) break
      try {
        onSynced?.(await desk.sync(network))
        syncedAt = clock()
      } catch (error) {
        // Without wallets yet: looked at again in the next round.
        if (error instanceof SettlementsUnreadable) continue
        failures.push(error)
        syncedAt = clock()
      }
    }
    return failures
  }

  async function runOnce(signal: AbortSignal): Promise<void> {
    const desk = await opened(signal)
    if (desk === undefined) return
    await desk.runJobs()
    if (clock() - syncedAt < (options.syncEveryMs ?? SYNC_MS)) return
    const failures = await syncAll(desk, signal)
    if (signal.aborted) return
    await desk.refresh()
    if (failures.length > 0) throw failures[0]
  }

  return {
    run: (signal) => {
      round = runOnce(signal)
      return round
    },
    close,
  }
}
