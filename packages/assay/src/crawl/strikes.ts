/** Failures in a row, by host or authority; what is forgotten counts as none. */
export type Strikes = {
  /** One more; returns how many there are now. */
  readonly add: (key: string) => number
  readonly clear: (key: string) => void
}

const MOST_KEYS = 20_000

export function createStrikes(): Strikes {
  const counts = new Map<string, number>()
  return {
    add(key) {
      const count = (counts.get(key) ?? 0) + 1
      counts.delete(key)
      counts.set(key, count)
      if (counts.size > MOST_KEYS)
        for (const oldest of counts.keys()) {
          counts.delete(oldest)
          break
        }
      return count
    },
    clear(key) {
      counts.delete(key)
    },
  }
}
