import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createStreamFetch } from '../collect/index.js'
import { USER_AGENT } from '../collect/testing/network.js'
import { readFeed } from './feeds/read-feed.js'
import { readOfac } from './ofac/read-ofac.js'
import { openSource } from './source.js'
import {
  advancedSample,
  csvSample,
  type SampleParty,
  sdnSample,
  sourceOf,
} from './testing/samples.js'

// Lists as others publish them, counted a second time by other means. Needs
// ASSAY_CORPUS, a folder of third-party data; skipped with a line without it.
const corpus = process.env['ASSAY_CORPUS']
const named = corpus === undefined ? ' (skipped: ASSAY_CORPUS is not set)' : ''
const at = (...path: string[]) => join(corpus ?? '', ...path)

const open = (location: string) =>
  openSource(
    location,
    createStreamFetch({ userAgent: USER_AGENT, clock: () => 0 }),
  )

const keyed = (addresses: Iterable<string>) =>
  [...new Set(Array.from(addresses, asKey))].sort()

// By hand, not by the code under test.
const asKey = (address: string) =>
  /^(0x[0-9a-f]{40}$|bc1|ltc1)/i.test(address) ? address.toLowerCase() : address

/** The addresses of a CSV set by line, quote and semicolon alone. */
function countedByHand(folder: string): string[] {
  const lines = (name: string) =>
    readFileSync(join(folder, name), 'utf8').split('\n')
  const remarks = new Map<string, string>()
  for (const line of lines('sdn.csv')) {
    const parts = /^(\d+),.*"([^"]*)"\s*$/.exec(line)
    if (parts !== null) remarks.set(`${parts[1]}`, `${parts[2]}`)
  }
  for (const line of lines('sdn_comments.csv')) {
    const parts = /^(\d+),"(.*)"\s*$/.exec(line)
    if (parts === null) continue
    const uid = `${parts[1]}`
    if (remarks.has(uid)) remarks.set(uid, `${remarks.get(uid)}${parts[2]}`)
  }
  return [...remarks.values()]
    .flatMap((text) => text.split(';'))
    .filter((part) => part.includes('Digital Currency Address - '))
    .map((part) => `${part.trim().replace(/\.$/, '').split(' ').at(-1)}`)
}

describe.skipIf(corpus === undefined)(`the corpus of lists${named}`, () => {
  const watchman = at('sanctions', 'moov-io+watchman')

  test.each([
    ['test/testdata'],
    ['test/testdata/bench'],
    ['internal/ofactest/testdata'],
  ])('the CSV set of %s', async (folder) => {
    const { entries } = await readOfac(open(join(watchman, folder, 'sdn.csv')))
    expect(keyed(entries.map(({ key }) => key))).toEqual(
      keyed(countedByHand(join(watchman, folder))),
    )
  })

  test.each([
    ['sdn_advanced.fixture.xml', 'VersionDetail'],
    ['sdn.fixture.xml', 'idNumber'],
  ])('%s', async (file, element) => {
    const path = at('sanctions', 'third-party-fixtures', file)
    const { entries } = await readOfac(open(path))
    const text = readFileSync(path, 'utf8')
    const found = text.matchAll(new RegExp(`<${element}>([^<.-]+)<`, 'g'))
    expect(keyed(entries.map(({ key }) => key))).toEqual(
      keyed(Array.from(found, ([, address]) => `${address}`)),
    )
  })

  test('every published address, in each form of the list', async () => {
    const folder = at('sanctions', '0xB10C-lists')
    const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
    const parties: SampleParty[] = files.map((file, i) => ({
      uid: `${1_000 + i}`,
      name: file,
      addresses: readFileSync(join(folder, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => [`${/_([A-Z]+)\./.exec(file)?.[1]}`, line.trim()]),
    }))
    const all = parties.flatMap(({ addresses }) => addresses)
    const expected = keyed(all.map(([, address]) => address))
    const csv = csvSample(parties, { width: 1_000 })
    const forms = {
      'advanced.xml': advancedSample(parties),
      'sdn.xml': sdnSample(parties),
      'sdn.csv': csv.sdn,
      'sdn_comments.csv': csv.comments,
    }
    expect(all.length).toBeGreaterThan(600)
    for (const form of ['advanced.xml', 'sdn.xml', 'sdn.csv']) {
      const read = await readOfac(sourceOf(form, forms, 65_536))
      expect(keyed(read.entries.map(({ key }) => key))).toEqual(expected)
      expect(read.detail).not.toContain('malformed')
      expect(read.detail).not.toContain('new labels')
    }
  })

  test.each([
    ['eth-phishing-detect-npm-1.2.0/config.json', 'blacklist'],
    ['polkadot-js+phishing/all.json', 'deny'],
  ])('the feed %s', async (file, field) => {
    const path = at('phishing', file)
    const config = JSON.parse(readFileSync(path, 'utf8'))
    const { entries } = await readFeed(open(path))
    const allowed = new Set(
      [...(config.whitelist ?? []), ...(config.allow ?? [])].map((name) =>
        name.replace(/^\*\./, ''),
      ),
    )
    const denied = config[field]
      .map((name: string) => name.toLowerCase().replace(/^\*\.|\.$/g, ''))
      .filter((name: string) => !allowed.has(name))
    const listed = new Set(
      entries.filter(({ family }) => family !== 'allow').map(({ key }) => key),
    )
    const plain = denied.filter((name: string) =>
      /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(name),
    )
    expect(plain.filter((name: string) => !listed.has(name))).toEqual([])
    expect(plain.length).toBeGreaterThan(denied.length * 0.98)
    expect(listed.size).toBeLessThanOrEqual(new Set(denied).size)
  })

  test('the hosts file of eth-phishing-detect', async () => {
    const path = at('phishing', 'eth-phishing-detect-npm-1.2.0', 'hosts.txt')
    const lines = readFileSync(path, 'utf8').split('\n')
    const counted = lines.filter((line) => line.startsWith('0.0.0.0 '))
    const { entries } = await readFeed(open(path))
    expect(entries).toHaveLength(new Set(counted).size)
  })
})
