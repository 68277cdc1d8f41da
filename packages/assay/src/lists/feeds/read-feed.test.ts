import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ListRefused } from '../refused.js'
import { sourceOf } from '../testing/samples.js'
import { readFeed } from './read-feed.js'

const read = (text: string, size = 64) =>
  readFeed(sourceOf('f', { f: text }, size))

const keysOf = async (text: string) =>
  (await read(text)).entries.map(({ key, family }) => `${family} ${key}`)

const reasonOf = (text: string) =>
  read(text, 65_536).then(
    () => 'taken',
    (error) => (error instanceof ListRefused ? error.reason : error),
  )

const ETH = '0x8589427373D6D84E98730D7795D8f6f8731FDA16'

describe('readFeed', () => {
  test("default: MetaMask's configuration", async () => {
    const config = {
      version: 2,
      tolerance: 2,
      fuzzylist: ['metamask.io'],
      whitelist: ['good.com', 'both.com'],
      blacklist: ['Evil.com', 'münchen.example', 'both.com', 'github.io', 7],
    }
    expect(await read(JSON.stringify(config))).toEqual({
      entries: [
        { key: 'evil.com', family: 'domain', entry: 'evil.com' },
        {
          key: 'xn--mnchen-3ya.example',
          family: 'domain',
          entry: 'xn--mnchen-3ya.example',
        },
        { key: 'both.com', family: 'allow', entry: 'both.com' },
        { key: 'github.io', family: 'host', entry: 'github.io' },
        { key: 'good.com', family: 'allow', entry: 'good.com' },
      ],
      published_at: null,
      sha256: null,
      parser: 'json-feed/1',
      detail: '3 names, 0 addresses, 1 allowed, 0 not readable',
      doubt: null,
    })
  })

  test('behavior: other JSON forms', async () => {
    expect(await keysOf('{"deny":["a.com"],"allow":["*.fleek.co"]}')).toEqual([
      'domain a.com',
      'allow fleek.co',
    ])
    expect(await keysOf(`\n ["a.com","${ETH}"]`)).toEqual([
      'domain a.com',
      `eip155 ${ETH.toLowerCase()}`,
    ])
    expect(
      await keysOf('{"blocklist":["a.com"],"allowlist":["not a name"]}'),
    ).toEqual(['domain a.com'])
  })

  test('behavior: hosts files and plain lines', async () => {
    const text = [
      '# a hosts file',
      '127.0.0.1 localhost localhost.localdomain',
      '0.0.0.0 a.com # why',
      '0.0.0.0\tb.com\r',
      '',
      'c.com',
      'C.com.',
      '! adblock comment',
      '// comment',
      ETH,
      'https://d.com/path',
      '192.0.2.7',
    ].join('\n')
    expect(await read(text)).toEqual({
      entries: [
        { key: 'a.com', family: 'domain', entry: 'a.com' },
        { key: 'b.com', family: 'domain', entry: 'b.com' },
        { key: 'c.com', family: 'domain', entry: 'c.com' },
        { key: ETH.toLowerCase(), family: 'eip155', entry: ETH.toLowerCase() },
        { key: '192.0.2.7', family: 'host', entry: '192.0.2.7' },
      ],
      published_at: null,
      sha256: null,
      parser: 'domain-lines/1',
      detail: '4 names, 1 addresses, 0 allowed, 1 not readable',
      doubt: null,
    })
  })

  test.each([
    ['', 'taken'],
    ['<html>', 'not_a_list'],
    ['{"blacklist":["a.com"]', 'not_a_list'],
    ['{"error":"gone"}', 'not_a_list'],
    ['{"blacklist":"a.com"}', 'not_a_list'],
    ['Not Found', 'not_a_list'],
    ['a.com\n404 not\nfound here', 'not_a_list'],
    ['a.com\nb.com\nnot found\nat all', 'taken'],
    ['a'.repeat(100_000), 'not_a_list'],
  ])('%j: %s', async (text, reason) => {
    expect(await reasonOf(text)).toBe(reason)
  })

  test('property: total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect(['taken', 'not_a_list']).toContain(await reasonOf(text))
      }),
    )
  })
})
