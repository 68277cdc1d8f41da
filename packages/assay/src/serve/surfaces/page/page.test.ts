import { describe, expect, test } from 'vitest'
import { type Document, leadsTo, link, list, table, text } from './document.js'
import { PAGE_HEADERS, pageOf } from './html.js'
import { markdownOf } from './markdown.js'

const EVIL = '<img src=x onerror=alert(1)>"\'`|*_[a](b)\n# x'

const DOCUMENT: Document = {
  title: 'A page',
  lead: EVIL,
  sections: [
    {
      title: EVIL,
      parts: [
        text(EVIL),
        list([EVIL, 'low_payer_diversity']),
        table(['a', 'b'], [[EVIL, link(EVIL, '/x')]]),
        leadsTo('More', '/more?a=1&b=2'),
      ],
    },
  ],
}

describe('pageOf', () => {
  test('default: what others wrote is text, and nothing runs', async () => {
    const page = await pageOf(DOCUMENT)
    expect(page).not.toMatch(/<img|<script|onerror="/)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('<a href="/more?a=1&amp;b=2">More</a>')
    expect(page).toContain('<html lang="en">')
  })

  test('behavior: the style is the one that the policy names', async () => {
    const page = await pageOf(DOCUMENT)
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(style),
    )
    expect(PAGE_HEADERS['content-security-policy']).toContain(
      `'sha256-${Buffer.from(digest).toString('base64')}'`,
    )
  })
})

describe('markdownOf', () => {
  test('default: text shows itself, names stay readable', () => {
    const markdown = markdownOf(DOCUMENT)
    expect(markdown).toContain('# A page\n')
    expect(markdown).toContain('\\<img src=x onerror=alert(1)\\>')
    expect(markdown).toContain('- low_payer_diversity')
    expect(markdown).toContain('[More](/more?a=1&b=2)')
    expect(markdown).not.toMatch(/^# x/m)
    expect(
      markdown.split('\n').filter((line) => line.startsWith('| ')),
    ).toHaveLength(3)
  })

  test('behavior: long words of others are cut, whole signs stay', () => {
    const long = '😀'.repeat(20_000)
    const markdown = markdownOf({ ...DOCUMENT, lead: long })
    expect(markdown).not.toContain('\\u{d83d}')
    expect(markdown.length).toBeLessThan(12_000)
  })
})
