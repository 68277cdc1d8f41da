import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  postgresUnused,
  sqliteUnused,
  subjectIn,
} from '../store/testing/subject.js'
import { OFAC_LIST } from './policy.js'
import { advancedSample } from './testing/samples.js'

/** `npm run faults` kills more often. */
const KILLS = Number(process.env['ASSAY_FAULT_ROUNDS'] ?? 3)
const COUNT = 3_000

describe.each([
  ['SQLite', () => subjectIn(sqliteUnused)],
  ['PostgreSQL', () => subjectIn(() => postgresUnused())],
])('list update on %s', (_, open) => {
  test(
    'behavior: kill -9 leaves a whole copy in use, no older one than was acknowledged',
    async () => {
      const { store, where, file, dispose } = await open()
      onTestFinished(dispose)
      const copies = await Promise.all(
        ['a', 'b'].map(async (mark) => {
          const path = file(`${mark}.xml`)
          await writeFile(path, advancedSample(partiesOf(mark)))
          return path
        }),
      )
      for (let round = 0; round < KILLS; round++) {
        const prefix = `round${round}`
        const after = 50 + ((round * 137) % 900)
        const said = await updateLoop([where, prefix, ...copies], after)
        expect(said.length).toBeGreaterThan(0)
        const current = await store.currentList(OFAC_LIST)
        const [owner, number] = current?.id.split('-') ?? []
        expect([owner, current?.count]).toEqual([prefix, COUNT])
        const last = Number(said.at(-1)?.split('-')[1])
        // The one that was under way may have been taken, no other.
        expect([last, last + 1]).toContain(Number(number))
        const mark = Number(number) % 2 === 0 ? 'a' : 'b'
        const keys = ['a', 'b'].flatMap((each) =>
          Array.from({ length: COUNT }, (__, i) => addressOf(each, i)),
        )
        const found = await store.matches(OFAC_LIST, keys)
        expect(found).toHaveLength(COUNT)
        expect(found.every(({ key }) => key.startsWith(`0x${mark}`))).toBe(true)
      }
    },
    30_000 + KILLS * 60_000,
  )
})

function addressOf(mark: string, i: number): string {
  return `0x${mark}${i.toString(16).padStart(39, '0')}`
}

function partiesOf(mark: string) {
  const addresses = Array.from(
    { length: COUNT },
    (_, i) => ['ETH', addressOf(mark, i)] as const,
  )
  return [{ uid: '1', name: 'MANY', addresses }]
}

/** Kills the process `afterMs` after its first acknowledgement. */
async function updateLoop(
  args: readonly string[],
  afterMs: number,
): Promise<string[]> {
  const script = fileURLToPath(
    new URL('testing/update-loop.ts', import.meta.url),
  )
  const sources = fileURLToPath(
    new URL('../store/testing/child.tsconfig.json', import.meta.url),
  )
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: dirname(script),
    env: { ...process.env, TSX_TSCONFIG_PATH: sources },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
    said += chunk
  })
  await once(child, 'close')
  // A line that was cut was not read whole: it acknowledges nothing.
  return said.split('\n').slice(0, -1)
}
