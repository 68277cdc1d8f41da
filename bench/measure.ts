/**
 * How often a function runs a second of processor time: the best of several
 * rounds. Processor time, so that a busy machine does not change the ratios.
 */
export function ratePerSecond(
  run: () => unknown,
  { milliseconds = 400, rounds = 3 } = {},
): number {
  // The first round is for the compiler, and is not counted.
  oneRound(run, milliseconds)
  let best = 0
  for (let round = 0; round < rounds; round++)
    best = Math.max(best, oneRound(run, milliseconds))
  return best
}

function oneRound(run: () => unknown, milliseconds: number): number {
  const end = performance.now() + milliseconds
  const start = process.cpuUsage()
  let runs = 0
  while (performance.now() < end) {
    for (let i = 0; i < 50; i++) run()
    runs += 50
  }
  const { user, system } = process.cpuUsage(start)
  return (runs / (user + system)) * 1_000_000
}

/** The median of a list of figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
