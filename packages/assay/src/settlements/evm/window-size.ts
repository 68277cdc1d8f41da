/** How many blocks are asked for at once: what the provider bears. */
export type WindowSize = {
  size(): number
  /** Doubles it, up to where it failed lately. */
  worked(): void
  /** Halves it; `stuck` when it was one block already. */
  failed(): 'smaller' | 'stuck'
}

export const WINDOW = { first: 2_000, most: 10_000, patience: 16 } as const

/** First 2 000 blocks, halved on errors, doubled on success. */
export function createWindowSize(): WindowSize {
  let size: number = WINDOW.first
  let ceiling: number = WINDOW.most
  let since = 0
  return {
    size: () => size,
    worked: () => {
      since += 1
      // What failed once may have been one busy hour: try again later.
      if (since >= WINDOW.patience) {
        ceiling = Math.min(WINDOW.most, ceiling * 2)
        since = 0
      }
      size = Math.min(ceiling, size * 2)
    },
    failed: () => {
      since = 0
      if (size === 1) return 'stuck'
      size = Math.max(1, size >> 1)
      ceiling = size
      return 'smaller'
    },
  }
}
