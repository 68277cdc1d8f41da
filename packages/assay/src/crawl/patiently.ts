import { StoreUnavailable } from '../store/errors.js'

/**
 * Runs a statement of the store again while the store is busy or away, about a
 * minute long; then its error goes on. Nothing was written by a failed try.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  sleep: (ms: number) => Promise<void>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries >= MOST_TRIES)
        throw error
    }
    await sleep(Math.min(FIRST_MS * 2 ** tries, LONGEST_MS))
  }
}

const MOST_TRIES = 20
const FIRST_MS = 50
const LONGEST_MS = 4_000
