import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileLedger } from './file-ledger.js'
import { createGuard } from './guard.js'
import { spentOf } from './ledger/view.js'
import { answerOf } from './seats/presented.js'
import { refusal } from './testing/refusal.js'
import { challenge, RESOURCE } from './testing/seller.js'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guard-ledger-'))
  path = join(folder, 'deep', 'ledger')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ask = (url = RESOURCE) => ({
  method: 'GET',
  url,
  challenge: answerOf(challenge()),
})
const files = () => readdirSync(join(folder, 'deep')).sort()

async function spentIn(ledgerPath: string): Promise<string> {
  const now = Date.now()
  return fileLedger(ledgerPath).transact(now, (state) => ({
    events: [],
    answer: spentOf(state, now, { host: '', wallet: null }).day_usd,
  }))
}

describe('fileLedger', () => {
  test('default: what one guard reserved, another one sees', async () => {
    const policy = { daily_cap_usd: '0.02' }
    const approve = () =>
      refusal(createGuard({ policy, ledger: fileLedger(path) }).approve(ask()))
    expect([await approve(), await approve(), await approve()]).toEqual([
      'paid',
      'paid',
      'PaymentBlocked daily_cap',
    ])
  })

  test('behavior: at the same time as well, also when the ledger is born', async () => {
    const policy = { daily_cap_usd: '0.05' }
    const said = await Promise.all(
      Array.from({ length: 12 }, () =>
        refusal(
          createGuard({ policy, ledger: fileLedger(path) }).approve(ask()),
        ),
      ),
    )
    expect(said.filter((each) => each === 'paid')).toHaveLength(5)
    expect(await spentIn(path)).toBe('0.05')
    expect(files()).toHaveLength(2)
  })

  test('behavior: what a dying process left unfinished is no part of it', async () => {
    const own = createGuard({ ledger: fileLedger(path) })
    await own.approve(ask())
    const [, generation = ''] = files()
    const file = join(folder, 'deep', generation)
    appendFileSync(file, '\n{"at":1,"events":[{"e":"reserved"')
    await own.approve(ask())
    expect(await spentIn(path)).toBe('0.02')
    // A line that is whole but came second does not count either.
    const [line = ''] = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    appendFileSync(file, `\n${line}\n`)
    appendFileSync(file, '\n7\n')
    expect(await spentIn(path)).toBe('0.02')
    await own.approve(ask())
    expect(await spentIn(path)).toBe('0.03')
  })

  test('behavior: it is written anew when it is long, for everybody', async () => {
    let now = Date.now()
    const options = { now: () => now, policy: { daily_cap_usd: '1' } }
    const small = { compact_above_bytes: 1_000 }
    const one = createGuard({ ...options, ledger: fileLedger(path, small) })
    const two = createGuard({ ...options, ledger: fileLedger(path, small) })
    const names = new Set<string>()
    for (let i = 0; i < 12; i++) {
      now += 61_000
      await one.approve(ask(`${RESOURCE}/${i}`))
      await two.approve(ask(`${RESOURCE}/${i}/two`))
      for (const name of files()) names.add(name)
    }
    expect(names.size).toBeGreaterThan(5)
    expect(files()).toHaveLength(2)
    expect((await one.spent()).day_usd).toBe((await two.spent()).day_usd)
    const late = createGuard({ ...options, ledger: fileLedger(path) })
    expect(await late.spent()).toEqual(await one.spent())
  })

  test('behavior: a ledger that cannot be opened stops every payment', async () => {
    writeFileSync(join(folder, 'file'), '')
    const own = createGuard({
      ledger: fileLedger(join(folder, 'file', 'ledger')),
    })
    expect(await refusal(own.approve(ask()))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
  })
})

describe('fileLedger, processes', () => {
  const worker = fileURLToPath(
    new URL('./testing/spend-worker.ts', import.meta.url),
  )
  const loader = ['--import', 'tsx', worker]

  test('behavior: a cap holds over processes, and no kill takes anything with it', {
    timeout: 120_000,
  }, async () => {
    const acknowledged = () =>
      readFileSync(join(folder, 'acknowledged'), 'utf8')
        .split('\n')
        .filter(Boolean)
    writeFileSync(join(folder, 'acknowledged'), '')
    const args = [...loader, path, join(folder, 'acknowledged')]
    for (let round = 0; round < 3; round++) {
      const children = [1, 2].map(() =>
        spawn(process.execPath, [...args, '1000'], { stdio: 'ignore' }),
      )
      const before = acknowledged().length
      while (acknowledged().length < before + 10)
        await new Promise((done) => setTimeout(done, 20))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(
        children.map(
          (child) => new Promise((done) => child.once('exit', done)),
        ),
      )
    }
    const known = acknowledged().length
    const spent = Math.round(Number(await spentIn(path)) * 100)
    // Killed between writing and telling, a process may have reserved more.
    expect(spent).toBeGreaterThanOrEqual(known)
    expect(spent).toBeLessThanOrEqual(known + 6)
    execFileSync(process.execPath, [...args, String(spent + 3)])
    expect(Math.round(Number(await spentIn(path)) * 100)).toBe(spent + 3)
  })
})
