import { ProblemError } from '../problem.js'

/** Runs so many at once; as many more wait, the next is refused with 503. */
export type Bounded = <Value>(run: () => Promise<Value>) => Promise<Value>

/** See `Bounded`. */
export function createBounded(atOnce: number, mostWaiting: number): Bounded {
  let running = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw overloaded()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await run()
    } finally {
      // The place goes to the next one, or becomes free.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

function overloaded(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'overloaded',
    detail: 'too many checks are under way',
    retry_after: 2,
  })
}
