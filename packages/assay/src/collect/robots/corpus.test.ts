import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRobots } from './robots-rules.js'

type Case = {
  readonly file: string
  readonly robotstxt: string
  readonly expectations: readonly {
    readonly testurl: string
    readonly useragent: string
    readonly expected: 'ALLOWED' | 'DISALLOWED'
  }[]
}

/**
 * Expectations of others that are not ours, with the clause of RFC 9309. Their
 * matcher takes a URL as it is written and leaves encoding to its caller; ours
 * encodes octets outside of US-ASCII before comparison, in the URL too, as
 * §2.2.2 requires. No URL of a request ever has such octets.
 */
const DEVIATIONS: ReadonlySet<string> = new Set([
  'Allow: /foo/bar/ツ <- http://foo.bar/foo/bar/ツ',
  'Allow: /foo/bar/%E3%83%84 <- http://foo.bar/foo/bar/ツ',
])

const folder = process.env['ASSAY_CORPUS']
const named = folder === undefined ? ' (skipped: ASSAY_CORPUS is not set)' : ''

describe.skipIf(folder === undefined)(
  `robots.txt of the corpus${named}`,
  () => {
    const derived = join(folder ?? '', 'robots', 'derived')

    test('default: every expectation holds, save the named deviations', () => {
      const deviations: string[] = []
      let held = 0
      for (const { robotstxt, expectations } of casesIn(derived))
        for (const { testurl, useragent, expected } of expectations) {
          const allowed = readRobots(robotstxt, useragent).allows(testurl)
          if (allowed === (expected === 'ALLOWED')) held++
          else
            deviations.push(
              `${robotstxt.trim().split('\n').at(-1)} <- ${testurl}`,
            )
        }
      expect(held).toBeGreaterThan(300)
      expect(deviations.filter((one) => !DEVIATIONS.has(one))).toEqual([])
    })
  },
)

function casesIn(derived: string): Case[] {
  return readdirSync(derived).flatMap(
    (name) => JSON.parse(readFileSync(join(derived, name), 'utf8')) as Case[],
  )
}
