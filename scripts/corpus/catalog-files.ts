import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of one source, in order; many small ones of a folder count as one. */
export type CatalogFiles = {
  readonly source: string
  readonly files: readonly string[]
}

/** A folder with more files than this is read as one catalog. */
const MANY_FILES = 50

/** What a corpus of catalogs holds, by its folders. */
export function catalogFiles(folder: string): CatalogFiles[] {
  return folders(folder).map((source) => ({
    source,
    files: filesOf(join(folder, source)),
  }))
}

function filesOf(folder: string): string[] {
  const names = (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
  if (names.length > MANY_FILES) return [folder]
  return names.map((name) => join(folder, name))
}

function folders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
