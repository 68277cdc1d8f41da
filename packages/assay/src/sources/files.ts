import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readCatalogDocument } from '@assay402/core'
import { parseJson } from './json-document.js'
import { SOURCE_LIMITS } from './limits.js'
import {
  CatalogFailure,
  type CatalogPage,
  type CatalogSource,
} from './source.js'

export type FileOptions = {
  readonly id?: string | undefined
  /** A JSON or JSON Lines file, or a folder of such. */
  readonly path: string
}

/** A saved catalog of any of the shapes in use; a folder is read in order. */
export function createFileSource({ id, path }: FileOptions): CatalogSource {
  return {
    id: id ?? `file:${basename(path)}`,
    read: (signal) => readFiles(path, signal),
  }
}

async function* readFiles(
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<CatalogPage> {
  let files: string[]
  try {
    files = await filesUnder(path)
  } catch (error) {
    throw new CatalogFailure('unreadable_file', (error as Error).message)
  }
  for (const file of files) {
    if (signal?.aborted)
      return yield { entries: [], reported_total: null, partial: 'aborted' }
    const page = await readOne(file)
    if (typeof page !== 'string') yield* page
    else if (files.length === 1) throw new CatalogFailure(page, file)
    else
      yield {
        entries: [],
        reported_total: null,
        partial: `${page}: ${basename(file)}`,
      }
  }
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const names = (await readdir(path, { recursive: true })).sort()
  return names
    .filter((name) => /\.(json|jsonl|ndjson)$/i.test(name))
    .map((name) => join(path, name))
}

/** The pages of a file, or a code for why it has none. */
async function readOne(file: string): Promise<CatalogPage[] | string> {
  if ((await stat(file)).size > SOURCE_LIMITS.file_bytes)
    return 'file_too_large'
  const text = await readFile(file, 'utf8')
  const json = parseJson(text)
  return json === undefined ? linesOf(text) : pagesOf(json.value)
}

function pagesOf(value: unknown): CatalogPage[] {
  const { entries, reported_total, partial } = readCatalogDocument(value)
  const said = partial ? 'source_partial' : null
  return paged(entries, reported_total, said)
}

function linesOf(text: string): CatalogPage[] | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const read = lines.map(parseJson)
  const values = read.filter((line) => line !== undefined)
  const bad = read.length - values.length
  if (values.length === 0) return 'not_json'
  const entries = values.map(({ value }) => value)
  return paged(entries, null, bad > 0 ? `lines_not_json: ${bad}` : null)
}

function paged(
  entries: readonly unknown[],
  reported_total: number | null,
  partial: string | null,
): CatalogPage[] {
  const pages: CatalogPage[] = []
  let at = 0
  do {
    const part = entries.slice(at, at + SOURCE_LIMITS.file_page)
    pages.push({ entries: part, reported_total, partial })
    at += SOURCE_LIMITS.file_page
  } while (at < entries.length)
  return pages
}
