import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPathTemplate } from './path-template.js'
import { readScanPage } from './scan-page.js'
import { readSitemap } from './sitemap.js'

const pages = (addresses: readonly string[], cut = false) => ({
  kind: 'pages',
  addresses,
  cut,
})
const urlset = (inner: string) =>
  `<?xml version="1.0"?>\n<urlset xmlns="x">${inner}</urlset>`

describe('readSitemap', () => {
  test.each<[string, string, unknown]>([
    [
      'pages',
      urlset(
        '<url><loc> https://a.example/1 </loc></url><url><loc>b</loc></url>',
      ),
      pages(['https://a.example/1', 'b']),
    ],
    [
      'an index',
      '<sitemapindex><sitemap><loc>a</loc></sitemap></sitemapindex>',
      { kind: 'index', addresses: ['a'], cut: false },
    ],
    [
      'names of characters',
      urlset('<loc>a?b=1&amp;c=&lt;&gt;&quot;&apos;&nbsp;&amp;lt;</loc>'),
      pages(['a?b=1&c=<>"\'&nbsp;&lt;']),
    ],
    ['CDATA', urlset('<loc><![CDATA[ a&b ]]></loc>'), pages(['a&b'])],
    [
      'a comment',
      urlset('<!-- <loc>no</loc> --><loc>a</loc><!-- open <loc>no</loc>'),
      pages(['a']),
    ],
    [
      'an address that is cut off',
      urlset('<loc>a</loc><loc>b'),
      pages(['a'], true),
    ],
    ['none', urlset(''), pages([])],
    ['a page', '<html><loc>a</loc></html>', undefined],
    ['a root in a comment', '<!-- <urlset> --><loc>a</loc>', undefined],
    [
      'a document type',
      `<!DOCTYPE urlset [<!ENTITY a "b">]>${urlset('<loc>&a;</loc>')}`,
      undefined,
    ],
    ['an entity', `<!ENTITY a "b">${urlset('<loc>&a;</loc>')}`, undefined],
    ['nothing', '', undefined],
  ])('%s', (_, text, expected) => {
    expect(readSitemap(text)).toEqual(expected)
  })

  test('behavior: no more than 50,000 addresses', () => {
    const of = (count: number) =>
      readSitemap(urlset('<loc>a</loc>'.repeat(count)))
    expect(of(50_000)).toMatchObject({ cut: false })
    expect(of(50_001)).toMatchObject({ cut: true })
    expect(of(50_001)?.addresses.length).toBe(50_000)
  })

  test.each([
    ['<loc>'],
    ['</loc>'],
    ['<!--'],
    ['<!---->'],
    ['<urlset'],
    ['&amp'],
    ['<![CDATA['],
    [' '],
  ])('behavior: linear on %s again and again', (piece) => {
    const text = `<urlset>${piece.repeat(400_000)}`
    const before = performance.now()
    readSitemap(text)
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  test('behavior: total on any text', () => {
    const parts = fc.constantFrom(
      '<urlset>',
      '<loc>',
      '</loc>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      'x',
    )
    void fc.assert(
      fc.property(
        fc.array(fc.oneof(parts, fc.string()), { maxLength: 20 }),
        (pieces) => {
          readSitemap(pieces.join(''))
          readScanPage(pieces.join('"origin":"https:'))
        },
      ),
    )
  })
})

describe('readScanPage', () => {
  test.each([
    ['{"origin":"https://a.example","x":1}', 'https://a.example'],
    [
      'self.push("{\\"origin\\":\\"https://a.example:8443/x\\"}")',
      'https://a.example:8443',
    ],
    ['{"origin": "https:\\/\\/a.example"}', 'https://a.example'],
    ['{"origin":"https://","origin":"http://b.example"}', 'http://b.example'],
    [`{"origin":"https://${'a'.repeat(300)}"}`, undefined],
    ['{"origin":"ftp://a.example"}', undefined],
    ['<a href="https://a.example">', undefined],
  ])('%s', (html, origin) => {
    expect(readScanPage(html)).toBe(origin)
  })

  test('behavior: linear on a page that repeats itself', () => {
    const before = performance.now()
    readScanPage('"origin":"https:x'.repeat(200_000))
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('hasPathTemplate', () => {
  test.each([
    ['https://a.example/u/:id', true],
    ['https://a.example/u/:id?', true],
    ['https://a.example/u/{id}/x', true],
    ['https://a.example/u/[...path]', true],
    ['https://a.example/u/7', false],
    ['https://a.example/u?x=:id', false],
    ['no address', false],
  ])('%s', (url, expected) => {
    expect(hasPathTemplate(url)).toBe(expected)
  })
})
