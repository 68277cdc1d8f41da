import {
  type CatalogDocument,
  catalogEntryKey,
  readCatalogDocument,
} from '@assay402/core'
import { type Answer, ask, type SourceTools } from './ask.js'
import { parseJson } from './json-document.js'
import { SOURCE_LIMITS } from './limits.js'
import { createPosition, type Position } from './position.js'
import { CatalogFailure, type CatalogPage } from './source.js'

export type PagedOptions = SourceTools & {
  /** The address of the list; `limit` and `offset` are added. */
  readonly url: string
  readonly limit: number
  /** At most 500. */
  readonly maxPages?: number | undefined
  /** At most 32 MiB a page. */
  readonly pageBytes?: number | undefined
  /** At most 1,000,000 of all pages. */
  readonly maxEntries?: number | undefined
}

/**
 * Reads a list by `limit` and `offset`, whatever the source makes of them:
 * clamped, snapped or ignored. It ends at the reported total, at an empty page
 * or when nothing new comes, and goes over a list that moved a second time.
 */
export async function* readPaged(
  options: PagedOptions,
  signal?: AbortSignal,
): AsyncGenerator<CatalogPage> {
  const position = createPosition(options.limit)
  const most = Math.min(
    options.maxPages ?? SOURCE_LIMITS.pages,
    SOURCE_LIMITS.pages,
  )
  const mostEntries = Math.min(
    options.maxEntries ?? SOURCE_LIMITS.entries,
    SOURCE_LIMITS.entries,
  )
  let bytes = 0
  let entries = 0
  for (let pages = 0; pages < most; pages++) {
    if (bytes >= SOURCE_LIMITS.bytes || entries >= mostEntries) break
    const page = await askFittingPage(options, position, signal)
    if (!page.ok && pages === 0)
      throw new CatalogFailure(page.code, page.detail)
    if (!page.ok) return yield closing(position, whyCutOff(position, page))
    bytes += page.bytes
    entries += page.document.entries.length
    yield take(position, page.document)
    const end = position.end()
    if (end === null) return
    if (end !== undefined) return yield closing(position, end)
  }
  yield closing(position, 'page_limit')
}

function take(position: Position, document: CatalogDocument): CatalogPage {
  position.take(document, document.entries.map(catalogEntryKey))
  return {
    entries: document.entries,
    reported_total: position.total(),
    partial: document.partial ? 'source_partial' : null,
  }
}

function whyCutOff(position: Position, { code, detail }: NoPage): string {
  return `${code} at offset ${position.offset()}: ${detail}`
}

type NoPage = Extract<Answer, { ok: false }>

type Page =
  | {
      readonly ok: true
      readonly document: CatalogDocument
      readonly bytes: number
    }
  | NoPage

/** A page that is too large is asked for with fewer entries. */
async function askFittingPage(
  options: PagedOptions,
  position: Position,
  signal: AbortSignal | undefined,
): Promise<Page> {
  for (;;) {
    const page = await askPage(options, position, signal)
    const isTooLarge = !page.ok && page.code === 'too_large'
    if (!isTooLarge || !position.askForLess()) return page
  }
}

async function askPage(
  options: PagedOptions,
  position: Position,
  signal: AbortSignal | undefined,
): Promise<Page> {
  const url = new URL(options.url)
  url.searchParams.set('limit', String(position.limit()))
  url.searchParams.set('offset', String(position.offset()))
  const cap = options.pageBytes ?? SOURCE_LIMITS.page_bytes
  const answer = await ask(options, {
    url: url.href,
    accept: 'application/json',
    bodyBytes: Math.min(cap, SOURCE_LIMITS.page_bytes),
    wholeMs: SOURCE_LIMITS.whole_ms,
    signal,
  })
  if (!answer.ok) return answer
  const json = parseJson(answer.text)
  if (json === undefined)
    return { ok: false, code: 'not_json', detail: 'the answer is not JSON' }
  const document = readCatalogDocument(json.value)
  // An error told with status 200 must not pass for an empty catalog.
  if (!document.is_list)
    return { ok: false, code: 'not_a_list', detail: 'the answer has no list' }
  if (document.entries.length > SOURCE_LIMITS.page_entries) {
    const detail = `over ${SOURCE_LIMITS.page_entries} entries`
    return { ok: false, code: 'too_large', detail }
  }
  return { ok: true, document, bytes: answer.bytes }
}

function closing(position: Position, partial: string): CatalogPage {
  return { entries: [], reported_total: position.total(), partial }
}
