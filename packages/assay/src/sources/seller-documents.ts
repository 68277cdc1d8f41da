import {
  readOpenApi,
  readWellKnown,
  type SellerResources,
} from '@assay402/core'
import { ask, type SourceTools } from './ask.js'
import { parseJson } from './json-document.js'
import { SOURCE_LIMITS } from './limits.js'
import type { CatalogPage } from './source.js'

export type SellerPage = CatalogPage & {
  /** Asked for and not got, for a reason that says nothing about the seller. */
  readonly failed: boolean
}

/** Documents in which a seller lists its own resources, in order of asking. */
const DOCUMENTS = [
  { path: '/openapi.json', read: readOpenApi },
  { path: '/.well-known/x402', read: readWellKnown },
] as const

/**
 * What an origin says of itself: the first of its documents that names a paid
 * resource. A missing or unreadable one is as good as none.
 */
export async function readSeller(
  tools: SourceTools,
  origin: string,
  signal?: AbortSignal,
): Promise<SellerPage> {
  let failed = false
  let found: SellerResources = { entries: [], other_origin: 0, cut: false }
  for (const { path, read } of DOCUMENTS) {
    const answer = await ask(tools, {
      url: origin + path,
      accept: 'application/json',
      bodyBytes: SOURCE_LIMITS.document_bytes,
      wholeMs: SOURCE_LIMITS.document_whole_ms,
      signal,
    })
    if (!answer.ok) {
      failed ||= !/^http_4|^too_large$|^not_admitted$/.test(answer.code)
      continue
    }
    found = read(parseJson(answer.text)?.value, origin)
    if (found.entries.length > 0) break
  }
  return {
    entries: found.entries,
    reported_total: null,
    partial: found.cut ? `more_resources_than_read: ${origin}` : null,
    excluded: { other_origin: found.other_origin },
    failed: failed && found.entries.length === 0,
  }
}
