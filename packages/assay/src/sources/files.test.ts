import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFileSource } from './files.js'
import { items, pagesOf, summary } from './testing/fake-catalog.js'

async function folderOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function readFileOf(name: string, text: string) {
  const folder = await folderOf({ [name]: text })
  const source = createFileSource({ path: join(folder, name) })
  return { id: source.id, ...summary(await pagesOf(source)) }
}

describe('createFileSource', () => {
  test.each([
    ['a list', 'a.json', JSON.stringify(items(0, 3)), 3, null],
    [
      'items with a total',
      'a.json',
      JSON.stringify({ items: items(0, 2), pagination: { total: 9 } }),
      2,
      9,
    ],
    [
      'resources',
      'a.json',
      JSON.stringify({ resources: items(0, 2) }),
      2,
      null,
    ],
    [
      'an envelope',
      'a.json',
      JSON.stringify({ data: { items: items(0, 2) } }),
      2,
      null,
    ],
    [
      'a byte order mark',
      'a.json',
      `\ufeff${JSON.stringify(items(0, 1))}`,
      1,
      null,
    ],
    [
      'lines',
      'a.jsonl',
      items(0, 2)
        .map((each) => JSON.stringify(each))
        .join('\n\n'),
      2,
      null,
    ],
    [
      'lines in a .json',
      'a.json',
      items(0, 2)
        .map((each) => JSON.stringify(each))
        .join('\r\n'),
      2,
      null,
    ],
    ['an empty list', 'a.json', '[]', 0, null],
  ])('%s', async (_, name, text, distinct, total) => {
    expect(await readFileOf(name, text)).toEqual({
      id: `file:${name}`,
      distinct,
      entries: distinct,
      total,
      partial: [],
    })
  })

  test('behavior: a long file comes in pages', async () => {
    const folder = await folderOf({ 'a.json': JSON.stringify(items(0, 2_001)) })
    const source = createFileSource({ id: 'x', path: join(folder, 'a.json') })
    const pages = await pagesOf(source)
    expect(source.id).toBe('x')
    expect(pages.map(({ entries }) => entries.length)).toEqual([
      1_000, 1_000, 1,
    ])
  })

  test('behavior: bad lines are counted, the others read', async () => {
    const text = `${JSON.stringify(items(0, 1)[0])}\n{"cut\n`
    expect(await readFileOf('a.jsonl', text)).toMatchObject({
      distinct: 1,
      partial: ['lines_not_json: 1'],
    })
  })

  test('behavior: the source says that it is partial', async () => {
    const text = JSON.stringify({ items: items(0, 1), partialResults: true })
    expect(await readFileOf('a.json', text)).toMatchObject({
      partial: ['source_partial'],
    })
  })

  test('behavior: a folder is read in order, a bad file named', async () => {
    const folder = await folderOf({
      'b/two.jsonl': JSON.stringify(items(1, 2)[0]),
      'a.json': JSON.stringify(items(0, 1)),
      'c.json': 'nothing',
      'README.md': '# no catalog',
    })
    expect(summary(await pagesOf(createFileSource({ path: folder })))).toEqual({
      distinct: 2,
      entries: 2,
      total: null,
      partial: ['not_json: c.json'],
    })
  })

  test('behavior: a file that is none fails', async () => {
    await expect(readFileOf('a.json', 'nothing')).rejects.toThrow('not_json')
    const missing = createFileSource({ path: '/nowhere/at-all.json' })
    await expect(pagesOf(missing)).rejects.toThrow('unreadable_file')
  })

  test('behavior: stops when told to', async () => {
    const folder = await folderOf({ 'a.json': '[]' })
    const source = createFileSource({ path: folder })
    const pages = await pagesOf(source, AbortSignal.abort())
    expect(pages.map(({ partial }) => partial)).toEqual(['aborted'])
  })
})
