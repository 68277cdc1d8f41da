import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom, NETWORK, walletOf } from '../testing/ledger.js'
import { dayOf } from '../window.js'
import { type DuckDbEngine, openDuckDb } from './engine.js'

// A process that appends, refreshes and compacts is killed at any moment; what
// it said to be stored is there, once, and its sums are those of the rows.
const ROUNDS = Number(process.env['ASSAY_FAULT_ROUNDS'] ?? 3)
const SCRIPT = join(import.meta.dirname, '..', 'testing', 'append-loop.ts')
const ROWS = 10
const SELLER = walletOf('seller', 0)
const EVERYTHING = { after: 0, until: 4_000_000_000_000 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-settlement-faults-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('kill -9', () => {
  test(
    `default: nothing that was acknowledged is lost, nothing is there twice (${ROUNDS} rounds)`,
    async () => {
      const file = join(folder, 'killed.duckdb')
      const random = createRandom(9)
      let stored = 0
      for (let round = 0; round < ROUNDS; round++) {
        const told = await killAfter(file, stored + 2 + random(4), random(120))
        const engine = await openDuckDb({ file, threads: 1 })
        const count = Number(await engine.cursor('loop'))
        expect(count).toBeGreaterThanOrEqual(told)
        expect(count).toBeLessThanOrEqual(told + 1)
        await expectWhole(engine, count)
        await engine.close()
        stored = count
      }
    },
    60_000 + ROUNDS * 30_000,
  )
})

/** Runs the loop until it told a count, and a little longer; the last one told. */
function killAfter(
  file: string,
  count: number,
  longerMs: number,
): Promise<number> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', SCRIPT, file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return new Promise((resolve, reject) => {
    let [told, rest, isEnding] = [0, '', false]
    child.once('error', reject)
    child.once('exit', (_, signal) =>
      signal === 'SIGKILL'
        ? resolve(told)
        : reject(new Error('it ended by itself')),
    )
    child.stdout?.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n')
      rest = lines.pop() ?? ''
      told = Number(lines.at(-1) ?? told)
      if (told < count || isEnding) return
      isEnding = true
      setTimeout(() => child.kill('SIGKILL'), longerMs)
    })
  })
}

/** Rows, kept figures and day sums say the same, of every batch that is there. */
async function expectWhole(engine: DuckDbEngine, count: number) {
  const rows = await engine.transfers(NETWORK, SELLER, EVERYTHING)
  expect(rows).toHaveLength(count * ROWS)
  const latest = Math.max(...rows.map(({ at }) => at))
  const kept = { after: latest - 30 * 86_400_000, until: latest }
  const within = rows.filter(({ at }) => at > kept.after)
  const figures = await engine.figures(NETWORK, SELLER, kept, [])
  expect(figures).toMatchObject({
    settlements: within.length,
    volume: BigInt(within.length),
    buyers: new Set(within.map(({ from }) => from)).size,
  })
  expect(await engine.allFigures(NETWORK, kept, [])).toEqual([figures])
  const [first, last] = [0, dayOf(latest)]
  const days = await engine.daily(NETWORK, SELLER, first, last)
  const inDays = days.reduce((sum, { settlements }) => sum + settlements, 0)
  expect(inDays).toBe(rows.length)
}
