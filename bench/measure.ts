/** How often a function runs a second: the best of several rounds. */
export function ratePerSecond(
  run: () => unknown,
  { milliseconds = 400, rounds = 3 } = {},
): number {
  let best = 0
  for (let round = 0; round < rounds; round++)
    best = Math.max(best, oneRound(run, milliseconds))
  return best
}

function oneRound(run: () => unknown, milliseconds: number): number {
  const end = performance.now() + milliseconds
  const start = performance.now()
  let runs = 0
  let now = start
  while (now < end) {
    for (let i = 0; i < 50; i++) run()
    runs += 50
    now = performance.now()
  }
  return (runs / (now - start)) * 1000
}

/** The median of a list of figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
