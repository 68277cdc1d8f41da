import { parseArgs } from 'node:util'
import { OUTSIDE_TARGETS } from './fuzz/outside-targets.js'
import { createRandom } from './fuzz/random.js'
import { TARGETS } from './fuzz/targets.js'

// Throws random input at everything that reads what others wrote: nothing may
// throw, no input may take over 50 ms, memory may not grow.
//   npm run fuzz                         1 000 000 inputs
//   npm run fuzz -- --inputs 20000       a smoke
//   npm run fuzz -- --seed 7 --only challenge

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})

/** Longest time that one input may take, in milliseconds of processor time. */
const SLOW_MS = 50
const MEMORY_GROWTH_MB = 150

const chosen = [...TARGETS, ...OUTSIDE_TARGETS].filter(
  ({ name }) => values.only === undefined || values.only === name,
)
const share = Math.ceil(Number(values.inputs) / chosen.length)
let faults = 0

for (const target of chosen) {
  const random = createRandom(`${values.seed} ${target.name}`)
  let slowest = 0
  let before = 0
  for (let i = 0; i < share; i++) {
    // Past the warm-up, so that caches and compiled code do not count as growth.
    if (i === Math.floor(share / 3)) before = process.memoryUsage().heapUsed
    const input = target.make(random)
    const start = process.cpuUsage()
    try {
      const answer = target.run(input)
      if (answer instanceof Promise) await answer
    } catch (error) {
      faults++
      console.error(`${target.name} threw: ${(error as Error).stack}`)
      console.error(`  input ${JSON.stringify(input).slice(0, 2000)}`)
      if (faults > 5) process.exit(1)
    }
    const { user } = process.cpuUsage(start)
    const ms = user / 1000
    // Not the compiler's own start, nor a collection of garbage: again, alone.
    if (ms > SLOW_MS && (await again(target.run, input)) > SLOW_MS) {
      faults++
      console.error(
        `${target.name} took ${ms.toFixed(0)} ms: ${JSON.stringify(input).slice(0, 2000)}`,
      )
    }
    slowest = Math.max(slowest, ms)
  }
  const grown = (process.memoryUsage().heapUsed - before) / 1e6
  if (grown > MEMORY_GROWTH_MB) {
    faults++
    console.error(`${target.name} grew the heap by ${grown.toFixed(0)} MB`)
  }
  console.log(
    `${target.name.padEnd(16)} ${share} inputs, slowest ${slowest.toFixed(1)} ms`,
  )
}

console.log(faults === 0 ? 'no fault found' : `${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1

async function again(
  run: (input: unknown) => unknown,
  input: unknown,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = process.cpuUsage()
    await run(input)
    best = Math.min(best, process.cpuUsage(start).user / 1000)
  }
  return best
}
