/** An amount that was spent at some moment. */
export type Expense = {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Atomic units. */
  readonly amount: bigint
  readonly host: string
  readonly wallet: string
}

/** Sums over the last so many milliseconds, kept up while time goes on. */
export type Window = {
  readonly add: (expense: Expense) => void
  /** What counts under a key as of `now`. */
  readonly sum: (key: string, now: number) => bigint
  /** Everything that may still count, oldest first. */
  readonly expenses: () => readonly Expense[]
}

/** Entries past the window are kept for a clock that is set back. */
const DROP_AT = 4_096

/** `keysOf` names the sums that an expense counts in. */
export function createWindow(
  lengthMs: number,
  keysOf: (expense: Expense) => readonly string[],
): Window {
  const list: Expense[] = []
  const sums = new Map<string, bigint>()
  // Everything before it is out of the window.
  let first = 0

  function count(expense: Expense, sign: 1n | -1n): void {
    for (const key of keysOf(expense)) {
      const sum = (sums.get(key) ?? 0n) + sign * expense.amount
      if (sum === 0n) sums.delete(key)
      else sums.set(key, sum)
    }
  }

  function moveTo(start: number): void {
    for (let next = list[first]; next !== undefined; next = list[first]) {
      if (next.at >= start) break
      count(next, -1n)
      first += 1
    }
    for (
      let last = list[first - 1];
      last !== undefined;
      last = list[first - 1]
    ) {
      if (last.at < start) break
      count(last, 1n)
      first -= 1
    }
    if (first <= DROP_AT) return
    list.splice(0, first)
    first = 0
  }

  return {
    add: (expense) => {
      let at = list.length
      while (at > 0 && (list[at - 1] as Expense).at > expense.at) at--
      list.splice(at, 0, expense)
      if (at < first) first += 1
      else count(expense, 1n)
    },
    sum: (key, now) => {
      moveTo(now - lengthMs)
      return sums.get(key) ?? 0n
    },
    expenses: () => list,
  }
}
