import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FetchResponse, FetchResult } from '../net/fetch-types.js'
import type { SafeFetch } from '../net/safe-fetch.js'
import {
  createRdapBootstrap,
  rdapServersOf,
  readRdapServices,
} from './bootstrap.js'

const doc = (services: unknown) => JSON.stringify({ version: '1.0', services })
const GOOD = doc([
  [['com', 'NET'], ['https://rdap.one/com/v1/']],
  [['co.uk'], ['http://plain.uk/', 'https://rdap.uk']],
  [['uk'], ['https://rdap.other.uk/']],
])

describe('readRdapServices', () => {
  test('default: https bases with an end slash', () => {
    expect([...(readRdapServices(GOOD) ?? [])]).toEqual([
      ['com', ['https://rdap.one/com/v1/']],
      ['net', ['https://rdap.one/com/v1/']],
      ['co.uk', ['https://rdap.uk/']],
      ['uk', ['https://rdap.other.uk/']],
    ])
  })

  test('behavior: what cannot be read is left out', () => {
    const services = [
      null,
      [],
      [['a']],
      [['b'], 'https://x/'],
      [['c'], ['http://x/']],
      [['d'], ['not a url']],
      [
        ['', 1, 'e'],
        [1, 'https://e/'],
      ],
    ]
    expect([...(readRdapServices(doc(services)) ?? [])]).toEqual([
      ['e', ['https://e/']],
    ])
  })

  test.each(['', '<html>', 'null', '[]', '{}', '{"services":{}}', doc([])])(
    'behavior: %s holds nothing',
    (text) => {
      expect(readRdapServices(text)).toBeUndefined()
    },
  )

  test('behavior: total', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (services) => {
        readRdapServices(doc(services))
        readRdapServices(JSON.stringify(services))
      }),
    )
  })
})

describe('rdapServersOf', () => {
  const services = readRdapServices(GOOD) ?? new Map()
  test.each([
    ['a.com', ['https://rdap.one/com/v1/']],
    ['a.co.uk', ['https://rdap.uk/']],
    ['a.org.uk', ['https://rdap.other.uk/']],
    ['a.xuk', []],
    ['a.io', []],
    ['io', []],
  ])('%s', (domain, bases) => {
    expect(rdapServersOf(services, domain)).toEqual(bases)
  })
})

const OK = { outcome: 'response', status: 200, bodyEnd: 'complete' } as const

describe('createRdapBootstrap', () => {
  function setup(answers: readonly Partial<FetchResponse>[]) {
    let now = 0
    const urls: string[] = []
    const fetch: SafeFetch = async ({ url }) => {
      const answer = answers[urls.length]
      urls.push(url)
      return { ...OK, ...answer } as FetchResult
    }
    const clock = () => now
    const bootstrap = createRdapBootstrap({ fetch, clock })
    return { bootstrap, urls, wait: (ms: number) => (now += ms) }
  }
  const good = { body: Buffer.from(GOOD) }

  test('default: fetched once a day, by however many ask', async () => {
    const { bootstrap, urls, wait } = setup([good, good])
    const both = await Promise.all([bootstrap(), bootstrap()])
    expect(both[0]?.size).toBe(4)
    expect(both[1]).toBe(both[0])
    wait(86_399_999)
    await bootstrap()
    expect(urls).toEqual(['https://data.iana.org/rdap/dns.json'])
    wait(1)
    await bootstrap()
    expect(urls).toHaveLength(2)
  })

  test.each([
    [{ outcome: 'timeout' }],
    [{ status: 503 }],
    [{ body: Buffer.from('<html>') }],
    [{ ...good, bodyEnd: 'cap' }],
  ] as Partial<FetchResponse>[][])(
    'behavior: %j keeps the last good one',
    async (bad = {}) => {
      const { bootstrap, urls, wait } = setup([bad, good, bad, good])
      expect(await bootstrap()).toBeUndefined()
      wait(59_999)
      expect(await bootstrap()).toBeUndefined()
      expect(urls).toHaveLength(1)
      wait(1)
      expect((await bootstrap())?.size).toBe(4)
      wait(86_400_000)
      expect((await bootstrap())?.size).toBe(4)
      expect(urls).toHaveLength(3)
    },
  )

  test('behavior: another list, kept another time', async () => {
    let now = 0
    const urls: string[] = []
    const fetch: SafeFetch = async ({ url }) => {
      urls.push(url)
      const answer: Partial<FetchResponse> = { ...OK, ...good }
      return answer as FetchResult
    }
    const bootstrap = createRdapBootstrap({
      fetch,
      clock: () => now,
      url: 'https://b.example/dns.json',
      keepMs: 10,
    })
    await bootstrap()
    now = 10
    await bootstrap()
    expect(urls).toEqual([
      'https://b.example/dns.json',
      'https://b.example/dns.json',
    ])
  })
})

const corpus = join(
  process.env['ASSAY_CORPUS'] ?? '',
  'rdap/meeb+whoisit/tests/data_bootstrap.json',
)
const hasCorpus =
  process.env['ASSAY_CORPUS'] !== undefined && existsSync(corpus)

describe.skipIf(!hasCorpus)(
  'readRdapServices: a real list (needs ASSAY_CORPUS)',
  () => {
    test('behavior: the common suffixes are there', () => {
      const { dns } = JSON.parse(readFileSync(corpus, 'utf8'))
      const services = readRdapServices(JSON.stringify(dns)) ?? new Map()
      expect(services.size).toBeGreaterThan(700)
      expect(rdapServersOf(services, 'example.com')).toEqual([
        'https://rdap.verisign.com/com/v1/',
      ])
      expect(rdapServersOf(services, 'example.io')).toEqual([])
    })
  },
)
