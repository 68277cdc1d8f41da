/** Lets a bounded number of requests be under way at once, in order of arrival. */
export type Gate = {
  /** Places that nobody waits for. */
  readonly free: () => number
  /** Requests that wait for a place. */
  readonly waiting: () => number
  readonly enter: () => Promise<void>
  readonly leave: () => void
}

export function createGate(places: number): Gate {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    free: () => (waiting.length > 0 ? 0 : places - taken),
    waiting: () => waiting.length,
    enter() {
      if (taken < places && waiting.length === 0) {
        taken++
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    leave() {
      const next = waiting.shift()
      if (next === undefined) taken--
      else next()
    },
  }
}
