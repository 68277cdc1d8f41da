/** Answers that are good for a short while, made once for all who ask. */
export type Kept<Value> = {
  readonly get: (key: string) => Value | undefined
  /** `until`: monotonic milliseconds. */
  readonly set: (key: string, value: Value, until: number) => void
}

/** Keeps at most so many; the oldest go first. `clock`: monotonic ms. */
export function createKept<Value>(
  most: number,
  clock: () => number,
): Kept<Value> {
  const rows = new Map<string, { value: Value; until: number }>()
  return {
    get: (key) => {
      const row = rows.get(key)
      if (row === undefined) return undefined
      if (clock() < row.until) return row.value
      rows.delete(key)
      return undefined
    },
    set: (key, value, until) => {
      const now = clock()
      rows.delete(key)
      for (const [old, row] of rows) {
        if (row.until > now && rows.size < most) break
        rows.delete(old)
      }
      rows.set(key, { value, until })
    },
  }
}

/** Runs `make` once for all that ask for the same while it runs. */
export function createOnce<Value>(): (
  key: string,
  make: () => Promise<Value>,
) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (key, make) => {
    const old = running.get(key)
    if (old !== undefined) return old
    const made = make().finally(() => running.delete(key))
    running.set(key, made)
    return made
  }
}
