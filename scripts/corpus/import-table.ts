import { basename } from 'node:path'
import {
  createFileSource,
  type ImportResult,
  importCatalog,
} from '../../packages/assay/src/sources/index.js'
import { createMemoryCatalog } from '../../packages/assay/src/sources/testing/memory-catalog.js'

/** Any fixed moment gives the same table. */
const AS_OF = Date.UTC(2026, 10, 30, 12)

/** One pass over a file, into a store of its own. */
export function importFile(
  source: string,
  path: string,
): Promise<ImportResult> {
  return importCatalog(
    createFileSource({ id: source, path }),
    createMemoryCatalog(),
    { now: () => AS_OF },
  )
}

/** A few lines a file: figures, shapes, and every reason with its count. */
export function describeImport(file: string, result: ImportResult): string {
  const { read, kept, status, detail } = result
  return [
    `  ${basename(file)}: ${read} read, ${kept} kept, ${status}${detail && ` (${detail})`}`,
    ...line('shapes', result.shapes),
    ...line('excluded', result.excluded),
    ...line('offers left out', result.left_out_offers),
  ].join('\n')
}

function line(
  title: string,
  counts: Readonly<Record<string, number>>,
): string[] {
  const parts = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name} ${n}`)
  if (parts.length === 0) return []
  return [`      ${title && `${title}: `}${parts.join(', ')}`]
}
