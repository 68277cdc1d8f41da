import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRobots } from './robots-rules.js'

const allows = (text: string, path: string, agent = 'assay') =>
  readRobots(text, agent).allows(`https://a.example${path}`)

describe('readRobots', () => {
  test.each([
    ['nothing is forbidden', '', '/x', true],
    ['everything', 'User-agent: *\nDisallow: /', '/x', false],
    ['our own group', 'User-agent: Assay\nDisallow: /', '/x', false],
    ['another agent', 'User-agent: other\nDisallow: /', '/x', true],
    [
      'our own group instead of everybody’s',
      'User-agent: *\nDisallow: /\nUser-agent: assay\nDisallow: /y',
      '/x',
      true,
    ],
    [
      'an empty group of our own',
      'User-agent: *\nDisallow: /\n\nUser-agent: assay\nDisallow:',
      '/x',
      true,
    ],
    [
      'several agents in one group, in any order',
      'User-agent: other\nUser-agent: assay\nUser-agent: third\nDisallow: /x',
      '/x',
      false,
    ],
    [
      'several groups of one agent',
      'User-agent: assay\nDisallow: /a\nUser-agent: other\nDisallow: /\nUser-agent: assay\nDisallow: /b',
      '/b',
      false,
    ],
    [
      'a sitemap in a group does not end it',
      'User-agent: *\nSitemap: https://a.example/s.xml\nDisallow: /x',
      '/x',
      false,
    ],
    [
      'a crawl delay of another bot is not ours',
      'User-agent: other\nCrawl-delay: 100\nDisallow: /\nUser-agent: *\nDisallow: /y',
      '/x',
      true,
    ],
    [
      'a version behind the name',
      'User-agent: assay/1.0\nDisallow: /',
      '/x',
      false,
    ],
    ['a star and more is no star', 'User-agent: *bot\nDisallow: /', '/x', true],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /', '/x', false],
    ['half a byte order mark', '\uFFFDUser-agent: *\nDisallow: /', '/x', false],
    ['carriage returns only', 'User-agent: *\rDisallow: /', '/x', false],
    ['NULs', 'User-\0agent: *\nDis\0allow: /', '/x', false],
    ['a comment', 'User-agent: * # all\nDisallow: /x # not this', '/x', false],
    ['no colon', 'User-agent *\nDisallow /x', '/x', false],
    ['three words without a colon', 'User-agent *\nDisallow /x y', '/x', true],
    ['a misspelt key', 'Useragent: *\nDissallow: /x', '/x', false],
    [
      'a rule before any agent',
      'Disallow: /\nUser-agent: *\nDisallow: /y',
      '/x',
      true,
    ],
    [
      'a star within',
      'User-agent: *\nDisallow: /*/private',
      '/a/private',
      false,
    ],
    ['many stars', 'User-agent: *\nDisallow: /***x', '/aax', false],
    ['the end', 'User-agent: *\nDisallow: /*.json$', '/a.json', false],
    ['not the end', 'User-agent: *\nDisallow: /*.json$', '/a.json?x', true],
    ['a dollar within', 'User-agent: *\nDisallow: /a$b', '/a$b', false],
    [
      'the longer rule',
      'User-agent: *\nDisallow: /a\nAllow: /a/b',
      '/a/b/c',
      true,
    ],
    [
      'equal lengths: allow',
      'User-agent: *\nDisallow: /a\nAllow: /a',
      '/a',
      true,
    ],
    ['the query', 'User-agent: *\nDisallow: /a?x=', '/a?x=1', false],
    ['case', 'User-agent: *\nDisallow: /A', '/a', true],
    [
      'an allowed index page',
      'User-agent: *\nDisallow: /\nAllow: /a/index.html',
      '/a/',
      true,
    ],
    [
      'a forbidden index page',
      'User-agent: *\nDisallow: /a/index.html',
      '/a/',
      true,
    ],
    [
      'encoded as in the URL',
      'User-agent: *\nDisallow: /ツ',
      '/%E3%83%84',
      false,
    ],
    [
      'encoded in another case',
      'User-agent: *\nDisallow: /%e3%83%84',
      '/ツ',
      false,
    ],
    [
      'a needless escape in the rule',
      'User-agent: *\nDisallow: /%61dmin',
      '/admin',
      false,
    ],
    [
      'a needless escape in the URL',
      'User-agent: *\nDisallow: /admin',
      '/%61dmin',
      false,
    ],
    [
      'characters that a URL keeps',
      'User-agent: *\nDisallow: /a|b',
      '/a|b',
      false,
    ],
    [
      'a reserved escape is another character',
      'User-agent: *\nDisallow: /a%2Fb',
      '/a/b',
      true,
    ],
  ])('behavior: %s', (_, text, path, expected) => {
    expect(allows(text, path)).toBe(expected)
  })

  test('behavior: a URL that cannot be read counts as the root', () => {
    const rules = readRobots('User-agent: *\nDisallow: /x')
    expect(rules.allows('')).toBe(true)
    expect(rules.allows('https://a.example/x')).toBe(false)
  })

  test('behavior: rules too costly to match forbid everything', () => {
    const rule = (end: string | number) =>
      `Disallow: /*${'a*'.repeat(2_000)}b${end}\n`
    const url = `https://a.example/${'a'.repeat(2_000)}`
    // Equal rules are one.
    const same = readRobots(`User-agent: *\n${rule('').repeat(100)}`)
    expect(same.allows(url)).toBe(true)
    const many = Array.from({ length: 100 }, (_, i) => rule(i)).join('')
    const costly = readRobots(`User-agent: *\n${many}`)
    const started = performance.now()
    expect(costly.allows(url)).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
    expect(costly.units).toBeGreaterThan(100_000)
  })

  test('behavior: never throws', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'user-agent: *',
        'user-agent: assay',
        'disallow: /',
        'allow: /*$',
        ':',
        '#',
      ),
      fc.string().map((text) => `disallow: /${text}`),
    )
    const text = fc
      .array(line, { maxLength: 20 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(
        text,
        fc.webUrl({ withQueryParameters: true }),
        (file, url) => {
          expect(typeof readRobots(file).allows(url)).toBe('boolean')
        },
      ),
    )
  })
})
