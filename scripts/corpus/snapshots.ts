import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type CatalogListing, listingChanges } from '@assay402/core'
import {
  createFileSource,
  importCatalog,
} from '../../packages/assay/src/sources/index.js'
import { createMemoryCatalog } from '../../packages/assay/src/sources/testing/memory-catalog.js'
import { catalogFiles } from './catalog-files.js'

export type SnapshotPair = { readonly before: string; readonly after: string }

const DATED = /\d{4}-\d{2}-\d{2}\.json$/

/** Files that are named by their day, each with the one that follows it. */
export function snapshotPairs(folder: string): SnapshotPair[] {
  return catalogFiles(folder).flatMap(({ files }) => {
    const dated = files.filter((file) => DATED.test(file))
    return dated
      .slice(1)
      .map((after, at) => ({ before: dated[at] as string, after }))
      .filter(({ before, after }) => nameOf(before) === nameOf(after))
  })
}

/** The name of a file without its day. */
function nameOf(file: string): string {
  return file.replace(DATED, '')
}

/** What changed, by our reading, beside a plain count of the raw entries. */
export async function compareSnapshots(pair: SnapshotPair): Promise<string> {
  const store = createMemoryCatalog()
  const sets: CatalogListing[][] = []
  const stored = []
  for (const [path, at] of [
    [pair.before, 1],
    [pair.after, 2],
  ] as const) {
    const source = createFileSource({ id: 'snapshots', path })
    const own = createMemoryCatalog()
    const options = { now: () => at }
    stored.push(await importCatalog(source, store, options))
    await importCatalog(source, own, options)
    sets.push(own.listings('snapshots') as CatalogListing[])
  }
  const [before = [], after = []] = sets
  const { added, gone, changed } = listingChanges(before, after)
  const fields = new Map<string, number>()
  for (const { field } of changed)
    fields.set(field, (fields.get(field) ?? 0) + 1)
  const raw = rawCounts(pair)
  return [
    `${basename(pair.before)} → ${basename(pair.after)}`,
    `  listings: ${before.length} → ${after.length}, gone ${gone.length}, new ${added.length}`,
    `  changed: ${['pay_to', 'price', 'network', 'asset'].map((field) => `${field} ${fields.get(field) ?? 0}`).join(', ')}`,
    `  stored history: ${JSON.stringify(stored[1]?.changes)}`,
    ...(raw === undefined ? [] : [`  raw entries by url: ${raw}`]),
  ].join('\n')
}

type RawEntry = { readonly url: string; readonly payTo: string }

/** The same comparison on the bytes of the reduced shape, nothing read into it. */
function rawCounts({ before, after }: SnapshotPair): string | undefined {
  const [a, b] = [before, after].map(rawEntries)
  if (a === undefined || b === undefined) return undefined
  const both = [...a].filter(([url]) => b.has(url))
  const differ = both.filter(([url, payTo]) => b.get(url) !== payTo)
  const inCase = differ.filter(
    ([url, payTo]) => b.get(url)?.toLowerCase() === payTo.toLowerCase(),
  )
  return `gone ${a.size - both.length}, new ${b.size - both.length}, payTo differs ${differ.length} (${inCase.length} of them only in the case of its letters)`
}

function rawEntries(file: string): Map<string, string> | undefined {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list) || list[0]?.payTo === undefined) return undefined
  return new Map((list as RawEntry[]).map(({ url, payTo }) => [url, payTo]))
}
