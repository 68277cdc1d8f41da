import { readScanPage, readSitemap } from '@assay402/core'
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
  /**
   * Waits for a host's turn before each request to it; false: it must not be
   * asked (robots). The crawler's politeness goes in here.
   */
  readonly admit?: (url: string, signal?: AbortSignal) => Promise<boolean>
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
  const most = Math.min(
    options.maxOrigins ?? SOURCE_LIMITS.origins,
    SOURCE_LIMITS.origins,
  )
  const origins = new Set<string>()
  const missed = { pages: 0, sellers: 0 }
  let cut = sitemap.cut
  for (const address of sitemap.addresses) {
    if (signal?.aborted) return yield closing('aborted')
    const origin = await originOf(options, base, address, signal)
    if (origin === null) missed.pages++
    if (typeof origin !== 'string' || origins.has(origin)) continue
    if (origins.size >= most) {
      cut = true
      break
    }
    origins.add(origin)
    const admitted = (await options.admit?.(`${origin}/`, signal)) ?? true
    if (!admitted) continue
    const { failed, ...page } = await readSeller(options, origin, signal)
    if (failed) missed.sellers++
    yield page
  }
  const partial = whyPartial(missed, cut)
  if (partial !== '') yield closing(partial)
}

function closing(partial: string): CatalogPage {
  return { entries: [], reported_total: null, partial }
}

function whyPartial(
  missed: { readonly pages: number; readonly sellers: number },
  cut: boolean,
): string {
  return [
    ...(missed.pages > 0 ? [`pages_without_origin: ${missed.pages}`] : []),
    ...(missed.sellers > 0 ? [`sellers_not_reached: ${missed.sellers}`] : []),
    ...(cut ? ['more_than_read'] : []),
  ].join('; ')
}

async function readSitemaps(
  tools: SourceTools,
  base: string,
  signal: AbortSignal | undefined,
): Promise<{ addresses: readonly string[]; cut: boolean }> {
  const queue = [`${base}/sitemap.xml`]
  const addresses: string[] = []
  let cut = false
  for (let at = 0; at < queue.length; at++) {
    if (at === SOURCE_LIMITS.sitemaps) return { addresses, cut: true }
    const answer = await askPage(tools, queue[at] as string, signal)
    const sitemap = answer.ok ? readSitemap(answer.text) : undefined
    if (sitemap === undefined) {
      cut = true
      if (at > 0) continue
      const code = answer.ok ? 'not_a_sitemap' : answer.code
      throw new CatalogFailure(code, `${base}/sitemap.xml`)
    }
    cut ||= sitemap.cut
    const own = sitemap.addresses.filter((address) => isUnder(base, address))
    if (sitemap.kind === 'index') queue.push(...own)
    else addresses.push(...sitemap.addresses)
  }
  return { addresses, cut }
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
  const admitted = (await options.admit?.(address, signal)) ?? true
  if (!admitted) return null
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
