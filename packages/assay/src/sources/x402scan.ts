import { readScanPage, readSitemap, type Sitemap } from '@assay402/core'
import { ask, type SourceTools } from './ask.js'
import { SOURCE_LIMITS } from './limits.js'
import { readSeller } from './seller-documents.js'
import {
  CatalogFailure,
  type CatalogPage,
  type CatalogSource,
} from './source.js'

export const X402SCAN = 'https://www.x402scan.com'

export type ScanOptions = SourceTools & {
  readonly id?: string | undefined
  readonly baseUrl?: string | undefined
  /** At most 5,000. */
  readonly maxOrigins?: number | undefined
}

/**
 * x402scan's sitemap, the pages of its sellers for their origins, and from
 * each origin the seller's own documents. One page an origin.
 */
export function createScanSource(options: ScanOptions): CatalogSource {
  const base = new URL(options.baseUrl ?? X402SCAN).origin
  return {
    id: options.id ?? 'x402scan',
    read: (signal) => readScan(options, base, signal),
  }
}

async function* readScan(
  options: ScanOptions,
  base: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<CatalogPage> {
  const sitemap = await readSitemaps(options, base, signal)
  const missed = { pages: 0, sellers: 0, cut: sitemap.cut }
  const origins = originsOf(options, base, sitemap.addresses, missed, signal)
  for await (const origin of origins) {
    const { failed, ...page } = await readSeller(options, origin, signal)
    if (failed) missed.sellers++
    yield page
  }
  const partial = signal?.aborted ? 'aborted' : whyPartial(missed)
  if (partial !== '') yield { entries: [], reported_total: null, partial }
}

type Missed = { pages: number; sellers: number; cut: boolean }

/** Distinct origins that may be asked. */
async function* originsOf(
  options: ScanOptions,
  base: string,
  addresses: readonly string[],
  missed: Missed,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const most = Math.min(
    options.maxOrigins ?? SOURCE_LIMITS.origins,
    SOURCE_LIMITS.origins,
  )
  const known = new Set<string>()
  for (const address of addresses) {
    if (signal?.aborted) return
    const origin = await originOf(options, base, address, signal)
    if (origin === null) missed.pages++
    if (typeof origin !== 'string' || known.has(origin)) continue
    if (known.size >= most) {
      missed.cut = true
      return
    }
    known.add(origin)
    yield origin
  }
}

function whyPartial({ pages, sellers, cut }: Missed): string {
  return [
    ...(pages > 0 ? [`pages_without_origin: ${pages}`] : []),
    ...(sellers > 0 ? [`sellers_not_reached: ${sellers}`] : []),
    ...(cut ? ['more_than_read'] : []),
  ].join('; ')
}

/** The addresses of the sitemap, and of those that it points to. */
async function readSitemaps(
  tools: SourceTools,
  base: string,
  signal: AbortSignal | undefined,
): Promise<{ addresses: readonly string[]; cut: boolean }> {
  const first = await askSitemap(tools, `${base}/sitemap.xml`, signal)
  if (typeof first === 'string')
    throw new CatalogFailure(first, `${base}/sitemap.xml`)
  if (first.kind === 'pages') return first
  const own = first.addresses.filter((address) => isUnder(base, address))
  const addresses: string[] = []
  let cut = first.cut || own.length > SOURCE_LIMITS.sitemaps
  for (const address of own.slice(0, SOURCE_LIMITS.sitemaps)) {
    const sitemap = await askSitemap(tools, address, signal)
    const isPages = typeof sitemap !== 'string' && sitemap.kind === 'pages'
    if (isPages) addresses.push(...sitemap.addresses)
    cut ||= !isPages || sitemap.cut
  }
  return { addresses, cut }
}

/** The sitemap, or a code for why there is none. */
async function askSitemap(
  tools: SourceTools,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Sitemap | string> {
  const answer = await askPage(tools, url, signal)
  if (!answer.ok) return answer.code
  return readSitemap(answer.text) ?? 'not_a_sitemap'
}

function isUnder(base: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === base
}

/** `undefined`: not about a seller; null: about one that it does not name. */
async function originOf(
  options: ScanOptions,
  base: string,
  address: string,
  signal: AbortSignal | undefined,
): Promise<string | null | undefined> {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname, protocol } = new URL(address)
  if (origin !== base) return /^https?:$/.test(protocol) ? origin : undefined
  if (!/^\/server\/[^/]+\/?$/.test(pathname)) return undefined
  const answer = await askPage(options, address, signal)
  const found = answer.ok ? readScanPage(answer.text) : undefined
  return found === undefined || found === base ? null : found
}

function askPage(
  tools: SourceTools,
  url: string,
  signal: AbortSignal | undefined,
) {
  return ask(tools, {
    url,
    accept: 'text/html, application/xml;q=0.9, */*;q=0.1',
    bodyBytes: SOURCE_LIMITS.document_bytes,
    wholeMs: SOURCE_LIMITS.document_whole_ms,
    signal,
  })
}
