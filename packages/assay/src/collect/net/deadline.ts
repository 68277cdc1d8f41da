import { FetchFailureError, timedOut } from './failures.js'
import type { FailureCode } from './fetch-types.js'

/** The end of a whole fetch, shared by everything that it does. */
export type Deadline = {
  /** Aborted, with a `FetchFailureError` as reason, when time is up. */
  readonly signal: AbortSignal
  /** Work, or the deadline's error if that comes first. */
  readonly race: <T>(work: Promise<T>) => Promise<T>
  /** Calls `stop` when time is up; for what the end of a wait does not end. */
  readonly onEnd: (stop: () => void) => void
  /** Starts a shorter limit inside; returns what calls it off. */
  readonly within: (ms: number, code: FailureCode) => () => void
  readonly clear: () => void
}

/** A deadline `ms` milliseconds from now, or when the caller gives up. */
export function createDeadline(
  ms: number,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort(timedOut('deadline', ms))
  const whole = setTimeout(stop, Math.min(ms, LONGEST_MS))
  const giveUp = () => controller.abort(aborted())
  if (caller?.aborted === true) giveUp()
  caller?.addEventListener('abort', giveUp, { once: true })
  return {
    signal,
    ...createWaiting(signal),
    within(limit, code) {
      const timer = setTimeout(
        () => controller.abort(timedOut(code, limit)),
        limit,
      )
      return () => clearTimeout(timer)
    },
    clear() {
      clearTimeout(whole)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}

// A longer timer would go off at once.
const LONGEST_MS = 2_147_483_647

function aborted(): FetchFailureError {
  const detail = 'given up by the caller'
  return new FetchFailureError({ outcome: 'timeout', code: 'aborted', detail })
}

/** One listener for all that waits: each costs as much as a small answer. */
function createWaiting(signal: AbortSignal): Pick<Deadline, 'race' | 'onEnd'> {
  const waiting = new Set<(reason: unknown) => void>()
  const ends: (() => void)[] = []
  const stop = () => {
    for (const reject of waiting) reject(signal.reason)
    for (const end of ends) end()
  }
  signal.addEventListener('abort', stop, { once: true })
  return {
    race: (work) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        waiting.add(reject)
        work.then(
          (value) => {
            waiting.delete(reject)
            resolve(value)
          },
          (error) => {
            waiting.delete(reject)
            reject(error)
          },
        )
      }),
    onEnd(end) {
      if (signal.aborted) end()
      else ends.push(end)
    },
  }
}
