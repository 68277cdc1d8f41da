import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMemoryListStore } from '../../lists/testing/memory-list-store.js'
import { advancedSample, PARTIES } from '../../lists/testing/samples.js'
import { EXIT } from '../exit.js'
import { fakeWorld } from '../testing/fake-world.js'
import { listsStatusCommand, listsUpdateCommand } from './lists.js'

const FLAGS = { list: [], feed: [], remove: [], allowHost: [] }

const files = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lists-'))
  const write = (name: string, text: string) =>
    writeFile(join(folder, name), text)
  await write('good.xml', advancedSample())
  await write('cut.xml', advancedSample().slice(0, -20))
  await write('less.xml', advancedSample(PARTIES.slice(0, 1)))
  await write('feed.txt', 'evil.com\n')
  return folder
}

describe('listsUpdateCommand', () => {
  test('default', async () => {
    const folder = await files()
    const store = createMemoryListStore()
    const run = async (
      flags: Partial<Parameters<typeof listsUpdateCommand>[0]>,
    ) => {
      const world = fakeWorld()
      const exit = await listsUpdateCommand(
        { ...FLAGS, ...flags },
        world,
        store,
      )
      return { exit, out: world.out() }
    }
    const ofac = { list: ['ofac-sdn'] }
    expect(await run({ ...ofac, ofac: join(folder, 'good.xml') })).toEqual({
      exit: EXIT.allow,
      out: 'ofac-sdn: 4 entries, published 2026-08-20T00:00:00Z\n  4 addresses; listings ETH 1, XBT 1, USDC 1, SOL 1, NEW 1; new labels NEW; 3 parties\n',
    })
    expect(await run({ ...ofac, ofac: join(folder, 'cut.xml') })).toEqual({
      exit: EXIT.data,
      out: 'ofac-sdn: refused, the copy of 2026-11-30T12:00:00.000Z stays\n  cut: the file ends before its root element does\n',
    })
    expect((await run({ ...ofac, ofac: join(folder, 'gone.xml') })).exit).toBe(
      EXIT.unavailable,
    )
    const less = { ...ofac, ofac: join(folder, 'less.xml') }
    expect((await run(less)).exit).toBe(EXIT.data)
    expect((await run({ ...less, force: true })).exit).toBe(EXIT.allow)

    const feed = await run({
      list: ['feed:mine'],
      feed: [`mine=${join(folder, 'feed.txt')}`],
      json: true,
    })
    expect(JSON.parse(feed.out)).toMatchObject({
      list: 'feed:mine',
      status: 'good',
      count: 1,
      reason: null,
    })
    expect((await run({ list: ['feed:mine'] })).exit).toBe(EXIT.allow)
    await run({
      list: ['ofac-sdn'],
      remove: ['feed:mine'],
      ofac: join(folder, 'good.xml'),
    })
    await expect(run({ list: ['feed:mine'] })).rejects.toThrow(
      'there is no list "feed:mine"',
    )
  })

  test('behavior: without a network nothing is lost and it is said', async () => {
    const world = fakeWorld()
    const store = createMemoryListStore()
    expect(
      await listsUpdateCommand({ ...FLAGS, json: true }, world, store),
    ).toBe(EXIT.unavailable)
    const rows = world
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toMatchObject([
      {
        list: 'ofac-sdn',
        status: 'refused',
        reason: 'unreachable',
        kept_snapshot_id: null,
      },
      { list: 'facilitators', status: 'good', count: 155 },
    ])
  })

  test.each([
    [{ feed: ['nothing'] }, '--feed: "nothing" is not name=url'],
    [{ list: ['nothing'] }, 'there is no list "nothing"'],
    [{ remove: ['nothing'] }, 'there is no list "nothing"'],
    [{ allowHost: ['nothing'] }, '--allow-host'],
  ])('%j', async (flags, message) => {
    const run = listsUpdateCommand(
      { ...FLAGS, ...flags },
      fakeWorld(),
      createMemoryListStore(),
    )
    await expect(run).rejects.toThrow(message)
  })
})

describe('listsStatusCommand', () => {
  test('default', async () => {
    const folder = await files()
    const store = createMemoryListStore()
    const update = (ofac: string) =>
      listsUpdateCommand(
        { ...FLAGS, list: ['ofac-sdn'], ofac: join(folder, ofac) },
        fakeWorld(),
        store,
      )
    await update('good.xml')
    await update('cut.xml')
    const world = fakeWorld()
    expect(await listsStatusCommand({}, world, store)).toBe(EXIT.allow)
    const source = join(folder, 'good.xml')
    expect(world.out()).toContain(`ofac-sdn  FRESH\n  source     ${source}\n`)
    expect(world.out()).toContain(
      '  fetched    2026-11-30T12:00:00.000Z (0 h ago)\n',
    )
    expect(world.out()).toContain('  refused 2026-11-30T12:00:00.000Z: cut: ')
    expect(world.out()).toContain('facilitators  MISSING\n  never fetched\n')
    const json = fakeWorld()
    await listsStatusCommand({ json: true }, json, store)
    expect(JSON.parse(json.out())).toHaveLength(4)
  })
})
