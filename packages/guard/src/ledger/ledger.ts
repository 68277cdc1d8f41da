import type { LedgerEvent } from './event.js'
import { snapshotOf } from './snapshot.js'
import { applyEvent, closeOld, emptyState, type LedgerState } from './state.js'

/** What a transaction of the ledger writes, and what it answers. */
export type Written<Answer> = {
  readonly events: readonly LedgerEvent[]
  readonly answer: Answer
}

/** The spend ledger: one state, changed by one transaction at a time. */
export type Ledger = {
  /**
   * Runs `decide` on the newest state and writes its events if nothing was
   * written in between, else runs it again: check and reserve are one step,
   * for every process that shares the ledger. Rejects when the ledger cannot
   * be read or written; nothing then counts as written.
   */
  readonly transact: <Answer>(
    now: number,
    decide: (state: LedgerState) => Written<Answer>,
  ) => Promise<Answer>
}

/** An append-only log that several processes can share. */
export type LedgerLog = {
  /** Every event after a position (undefined: from the start), in order. */
  readonly read: (after: string | undefined) => Promise<{
    readonly events: readonly LedgerEvent[]
    readonly position: string
    /** True when the events are the whole state anew. */
    readonly restarts?: boolean
  }>
  /** Appends unless something stands after the position; says which. */
  readonly append: (
    events: readonly LedgerEvent[],
    after: string,
  ) => Promise<boolean>
  /** Writes the log anew, from a snapshot as of the last read, if it is long. */
  readonly compact?: (snapshot: () => readonly LedgerEvent[]) => Promise<void>
}

const MOST_TRIES = 100
const COMPACT_EVERY_MS = 60_000

/** A ledger over a shared log. */
export function createLedger(log: LedgerLog): Ledger {
  let state = emptyState()
  let position: string | undefined
  let compacted = 0
  let queue: Promise<unknown> = Promise.resolve()

  async function refresh(): Promise<string> {
    const read = await log.read(position)
    if (read.restarts === true) state = emptyState()
    for (const event of read.events) applyEvent(state, event)
    position = read.position
    return position
  }

  /** Only tidying up: one that fails is tried again later. */
  async function compact(now: number): Promise<void> {
    if (log.compact === undefined || now - compacted < COMPACT_EVERY_MS) return
    compacted = now
    await refresh()
    closeOld(state, now)
    await log.compact(() => snapshotOf(state))
  }

  async function attempt<Answer>(
    now: number,
    decide: (state: LedgerState) => Written<Answer>,
  ): Promise<Answer> {
    await compact(now).catch(() => undefined)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const after = await refresh()
      closeOld(state, now)
      const { events, answer } = decide(state)
      if (events.length === 0 || (await log.append(events, after)))
        return answer
    }
    throw new Error('the ledger is written to without a pause')
  }

  return {
    transact: (now, decide) => {
      const run = queue.then(() => attempt(now, decide))
      queue = run.catch(() => undefined)
      return run
    },
  }
}
