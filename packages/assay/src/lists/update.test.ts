import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createStreamFetch } from '../collect/index.js'
import { namesOf, USER_AGENT } from '../collect/testing/network.js'
import {
  closedPort,
  httpServer,
  rawServer,
  type TestServer,
} from '../collect/testing/servers.js'
import { readOfac } from './ofac/read-ofac.js'
import { OFAC_LIST } from './policy.js'
import { inUse, removeList } from './remove.js'
import { createMemoryListStore } from './testing/memory-list-store.js'
import { advancedSample, csvSample, many, PARTIES } from './testing/samples.js'
import { updateList } from './update.js'

const setup = (servers: readonly TestServer[] = []) => {
  let id = 0
  let now = 1_000
  const tools = {
    store: createMemoryListStore(),
    fetch: createStreamFetch({
      userAgent: USER_AGENT,
      clock: () => performance.now(),
      resolver: namesOf({}),
      allowHosts: servers.map(({ port }) => `127.0.0.1:${port}`),
    }),
    now: () => now++,
    newId: () => `id${++id}`,
  }
  const update = (location: string, doubtful?: 'refuse' | 'insist') =>
    updateList({ list: OFAC_LIST, location, read: readOfac }, tools, doubtful)
  return { ...tools, update }
}

const onDisk = async (files: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lists-'))
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text)
  return folder
}

const TYPO = { uid: '1', name: 'A', addresses: [['ETH', '0x1']] } as const

describe('updateList', () => {
  test('default', async () => {
    const text = advancedSample()
    const server = await httpServer((_, answer) => answer.end(text))
    const { store, update } = setup([server])
    const snapshot = {
      id: 'id1',
      list: OFAC_LIST,
      source_url: `${server.url}/SDN_ADVANCED.XML`,
      fetched_at: 1_000,
      published_at: '2026-08-20T00:00:00Z',
      sha256: createHash('sha256').update(text).digest('hex'),
      count: 4,
      parser: 'ofac-advanced-xml/1',
      status: 'good',
      detail:
        '4 addresses; listings ETH 1, XBT 1, USDC 1, SOL 1, NEW 1; new labels NEW; 3 parties',
    }
    expect(await update(snapshot.source_url)).toEqual({
      snapshot,
      reason: null,
      previous: undefined,
    })
    expect(await store.currentList(OFAC_LIST)).toEqual(snapshot)
  })

  test('behavior: a bad copy is recorded and the last good one stays', async () => {
    const bad: [string, string][] = [
      [advancedSample().slice(0, -20), 'cut'],
      [advancedSample(PARTIES, { namespace: 'urn:new' }), 'unknown_namespace'],
      [advancedSample([]), 'no_entries'],
      [advancedSample([TYPO]), 'no_entries'],
      [advancedSample(PARTIES, { day: '2026-8-19' }), 'older'],
      [advancedSample(PARTIES.slice(0, 1)), 'fewer'],
      ['', 'cut'],
      ['<html></html>', 'unknown_root'],
    ]
    let answer = advancedSample()
    const server = await httpServer((_, response) => response.end(answer))
    const { store, update } = setup([server])
    const { snapshot: good } = await update(server.url)
    for (const [text, reason] of bad) {
      answer = text
      const outcome = await update(server.url)
      expect(outcome).toMatchObject({ reason, previous: good })
      expect(outcome.snapshot).toMatchObject({ status: 'refused', count: 0 })
      expect(outcome.snapshot.detail).toContain(`${reason}: `)
      expect(await store.currentList(OFAC_LIST)).toEqual(good)
    }
    expect(await store.listHistory(100)).toHaveLength(bad.length + 1)
  })

  test.each([
    [80, null],
    [79, 'fewer'],
    [81, null],
    [500, null],
  ])('%i addresses after 100: %s', async (count, reason) => {
    const folder = await onDisk({
      first: advancedSample(many(100)),
      next: advancedSample(many(count)),
    })
    const { update } = setup()
    await update(join(folder, 'first'))
    expect((await update(join(folder, 'next'))).reason).toBe(reason)
  })

  test.each([
    ['2026-8-20', null],
    ['2026-8-21', null],
    ['2026-8-19', 'older'],
  ])('issued %s after 2026-08-20: %s', async (day, reason) => {
    const folder = await onDisk({
      first: advancedSample(),
      next: advancedSample(PARTIES, { day }),
    })
    const { update } = setup()
    await update(join(folder, 'first'))
    expect((await update(join(folder, 'next'))).reason).toBe(reason)
  })

  test('behavior: who insists gets the doubtful, never the broken', async () => {
    const { sdn, comments } = csvSample(PARTIES, { end: '' })
    const folder = await onDisk({
      first: advancedSample(),
      less: advancedSample(PARTIES.slice(0, 1), { day: '2026-1-1' }),
      empty: advancedSample([]),
      broken: advancedSample().slice(0, -20),
      'sdn.csv': sdn,
      'sdn_comments.csv': comments,
    })
    const { update } = setup()
    const reasons = []
    for (const file of ['first', 'less', 'sdn.csv', 'empty', 'broken'])
      reasons.push((await update(join(folder, file), 'insist')).reason)
    expect(reasons).toEqual([null, null, null, 'no_entries', 'cut'])
    expect((await update(join(folder, 'sdn.csv'))).reason).toBe('cut')
  })

  test('behavior: a CSV set has its second file beside the first', async () => {
    const { sdn, comments } = csvSample()
    const server = await httpServer(({ url }, answer) => {
      const text = { '/SDN.CSV': sdn, '/SDN_COMMENTS.CSV': comments }[`${url}`]
      answer.setHeader('last-modified', 'Thu, 20 Aug 2026 10:00:00 GMT')
      answer.writeHead(text === undefined ? 404 : 200).end(text)
    })
    const { update } = setup([server])
    expect((await update(`${server.url}/SDN.CSV`)).snapshot).toMatchObject({
      status: 'good',
      count: 4,
      published_at: '2026-08-20T10:00:00.000Z',
      sha256: createHash('sha256')
        .update(comments + sdn)
        .digest('hex'),
    })
    expect((await update(`${server.url}/sdn.csv`)).reason).toBe('http_status')
  })

  test('behavior: what goes wrong on the way is said', async () => {
    const text = advancedSample()
    const short = await rawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${text}`),
    )
    const busy = await httpServer((_, answer) => answer.writeHead(503).end())
    const inflated = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', 'gzip').end(gzipSync(text))
    })
    const garbled = await httpServer((_, answer) => {
      answer.setHeader('content-encoding', 'gzip').end('not gzip')
    })
    const { update } = setup([short, busy, inflated, garbled])
    const reason = async (location: string) => (await update(location)).reason
    expect(await reason(short.url)).toBe('cut')
    expect(await reason(busy.url)).toBe('http_status')
    expect(await reason(inflated.url)).toBe(null)
    expect(await reason(garbled.url)).toBe('cut')
    expect(await reason(`http://127.0.0.1:${await closedPort()}/`)).toBe(
      'unreachable',
    )
    expect(await reason('/nowhere/at/all.xml')).toBe('no_file')
    expect(await reason('file:///nowhere/at/all.xml')).toBe('no_file')
  })

  test('behavior: a fault of our own is not the list’s', async () => {
    const { store, update, ...tools } = setup()
    const read = () => Promise.reject(new TypeError('ours'))
    const definition = { list: 'x', location: 'x', read }
    await expect(updateList(definition, { store, ...tools })).rejects.toThrow(
      'ours',
    )
  })
})

describe('removeList', () => {
  test('default', async () => {
    const folder = await onDisk({ first: advancedSample() })
    const { store, update, ...tools } = setup()
    await update(join(folder, 'first'))
    await removeList(OFAC_LIST, { store, ...tools })
    expect(inUse(await store.currentList(OFAC_LIST))).toBeUndefined()
    expect(await store.matches(OFAC_LIST, ['r'.repeat(34)])).toEqual([])
    expect((await update(join(folder, 'first'))).reason).toBe(null)
    expect(inUse(await store.currentList(OFAC_LIST))).toBeDefined()
  })
})
