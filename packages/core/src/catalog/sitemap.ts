import { CATALOG_LIMITS } from './limits.js'

export type Sitemap = {
  /** `index`: the addresses are those of further sitemaps. */
  readonly kind: 'pages' | 'index'
  readonly addresses: readonly string[]
  /** More addresses are listed than are looked at. */
  readonly cut: boolean
}

/**
 * Reads the addresses of a sitemap in one pass and linear time. It knows
 * elements, comments, CDATA and the five predefined names of characters and
 * nothing else of XML: `undefined` for a document that declares a type or an
 * entity of its own, or that is no sitemap.
 */
export function readSitemap(document: string): Sitemap | undefined {
  const text = withoutComments(document)
  const root = /<(?:[a-z]+:)?(urlset|sitemapindex)[\s>]/.exec(text)
  if (root === null || text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
    return undefined
  const kind = root[1] === 'urlset' ? 'pages' : 'index'
  const addresses: string[] = []
  let open = text.indexOf(OPEN, root.index)
  while (open >= 0) {
    const end = text.indexOf(CLOSE, open)
    if (end < 0 || addresses.length === CATALOG_LIMITS.sitemap_addresses)
      return { kind, addresses, cut: true }
    addresses.push(contentOf(text.slice(open + OPEN.length, end)))
    open = text.indexOf(OPEN, end)
  }
  return { kind, addresses, cut: false }
}

const OPEN = '<loc>'
const CLOSE = '</loc>'
const COMMENT = '<!--'
const COMMENT_END = '-->'

function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf(COMMENT, at)
    if (open < 0) return kept.join('') + text.slice(at)
    kept.push(text.slice(at, open))
    const end = text.indexOf(COMMENT_END, open + COMMENT.length)
    if (end < 0) return kept.join('')
    at = end + COMMENT_END.length
  }
}

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function contentOf(written: string): string {
  const trimmed = written.trim()
  if (trimmed.startsWith('<![CDATA[') && trimmed.endsWith(']]>'))
    return trimmed.slice(9, -3).trim()
  return trimmed.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => CHARACTERS[name] as string,
  )
}
