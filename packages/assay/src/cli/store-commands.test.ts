import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from './program.js'
import { fakeWorld } from './testing/fake-world.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-store-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function assay(...args: string[]) {
  const world = fakeWorld()
  const exitCode = await runProgram(args, world)
  return { exitCode, out: world.out(), err: world.err() }
}

const db = () => join(folder, 'assay.db')

describe('assay watch', () => {
  test('default: add, list, remove', async () => {
    const added = await assay(
      'watch',
      'add',
      'https://api.example.com/x',
      '--webhook',
      'https://hooks.example.com/a',
      '--json',
      '--db',
      db(),
    )
    const watch = JSON.parse(added.out)
    expect(watch).toMatchObject({
      owner: 'cli',
      subject: 'GET https://api.example.com/x',
      webhook: 'https://hooks.example.com/a',
      expires_at: watch.created_at + 90 * 86_400_000,
    })
    const listed = await assay('watch', 'list', '--json', '--db', db())
    const { secret, ...shown } = watch
    expect(JSON.parse(listed.out)).toEqual({ ...shown, events: [] })
    expect(listed.out).not.toContain(secret)
    expect((await assay('watch', 'list', '--db', db())).out).toContain(watch.id)
    expect(
      (await assay('watch', 'remove', watch.id, '--db', db())).exitCode,
    ).toBe(0)
    expect(
      (await assay('watch', 'remove', watch.id, '--db', db())).exitCode,
    ).toBe(64)
  })

  test.each([
    [['nonsense', '--webhook', 'https://hooks.example.com/'], 'subject'],
    [['https://a.example/', '--webhook', 'http://127.0.0.1/'], 'webhook'],
    [
      ['https://a.example/', '--webhook', 'http://hooks.example.com/'],
      'webhook',
    ],
  ])('behavior: %j is refused', async (args, field) => {
    const { exitCode, err } = await assay('watch', 'add', ...args, '--db', db())
    expect(exitCode).toBe(64)
    expect(err).toContain(field)
  })
})

describe('assay backup, restore', () => {
  test('default: a copy that another store begins with', async () => {
    await assay(
      'watch',
      'add',
      'https://api.example.com/y',
      '--webhook',
      'https://hooks.example.com/a',
      '--db',
      db(),
    )
    const file = join(folder, 'copy')
    const other = join(folder, 'other.db')
    expect(await assay('backup', file, '--db', db())).toMatchObject({
      exitCode: 0,
    })
    expect((await assay('backup', file, '--db', db())).exitCode).toBe(64)
    expect((await assay('restore', file, '--db', other)).exitCode).toBe(0)
    const again = await assay('restore', file, '--db', other)
    expect(again.exitCode).toBe(65)
    expect(again.err).toContain('holds data already')
    await writeFile(join(folder, 'text'), 'no backup')
    const none = await assay(
      'restore',
      join(folder, 'text'),
      '--db',
      join(folder, 'x.db'),
    )
    expect(none.exitCode).toBe(65)
  })
})

describe('assay lists', () => {
  test('default: what comes with the software, and what is missing', async () => {
    const { out } = await assay('lists', 'status', '--db', db())
    expect(out).toContain('ofac-sdn  MISSING')
    expect(out).toContain('public-suffixes  BUILT_IN')
  })
})

describe('a store that cannot be had', () => {
  test('behavior: a clear message and 69', async () => {
    const { exitCode, err } = await assay('lists', 'status', '--db', folder)
    expect(exitCode).toBe(69)
    expect(err).toContain('assay:')
  })
})
