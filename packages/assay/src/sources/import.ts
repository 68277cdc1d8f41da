import { type CatalogListing, readCatalogEntry } from '@assay402/core'
import type {
  CatalogPass,
  CatalogStore,
  ListingChanges,
} from '../store/store.js'
import { createPassListings } from './pass-listings.js'
import {
  CatalogFailure,
  type CatalogPage,
  type CatalogSource,
} from './source.js'

export type ImportProgress = Pick<
  ImportResult,
  'source' | 'read' | 'kept' | 'reported_total'
>

export type ImportOptions = {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** `host:port` targets that may be private. */
  readonly allowHosts?: ReadonlySet<string> | undefined
}

/** The pass as stored, and what the store has no column for. */
export type ImportResult = Omit<CatalogPass, 'finished_at' | 'started_at'> & {
  readonly changes: ListingChanges
  /** How the entries were written → how many. */
  readonly shapes: Readonly<Record<string, number>>
  /** Offers of kept listings that were left out, by reason. */
  readonly left_out_offers: Readonly<Record<string, number>>
}

type PassStore = Pick<
  CatalogStore,
  'beginPass' | 'recordListings' | 'finishPass'
>

/**
 * One pass over a source: every entry is read on its own, kept or counted with
 * its reason, so that `read` = `kept` + everything excluded. A source that
 * fails ends the pass as `failed`, or as `partial` when something was read, and
 * so does one that lists nothing, since a `complete` pass unlists what it did
 * not see; an error of the store is thrown.
 */
export async function importCatalog(
  source: CatalogSource,
  store: PassStore,
  options: ImportOptions,
): Promise<ImportResult> {
  const id = await store.beginPass(source.id, options.now())
  const pass = createPass(source.id, store, id, options)
  try {
    await readAll(pass, source, options)
    await pass.close()
    if (pass.result().kept === 0) pass.note('nothing_listed')
  } catch (error) {
    await pass.finish('failed', (error as Error).message)
    throw error
  }
  const result = pass.result()
  await pass.finish(result.status, result.detail)
  return result
}

type Pass = ReturnType<typeof createPass>

async function readAll(
  pass: Pass,
  source: CatalogSource,
  { signal }: ImportOptions,
): Promise<void> {
  try {
    for await (const page of source.read(signal)) {
      await pass.take(page)
      if (signal?.aborted) return pass.note('aborted')
    }
  } catch (error) {
    if (!(error instanceof CatalogFailure)) throw error
    pass.note(error.message)
  }
}

function createPass(
  source: string,
  store: PassStore,
  id: string,
  options: ImportOptions,
) {
  const listings = createPassListings(options.now())
  const excluded: Record<string, number> = {}
  const shapes: Record<string, number> = {}
  const left_out_offers: Record<string, number> = {}
  const notes = new Set<string>()
  const changes = { added: 0, changed: 0, payees_changed: 0, seen_again: 0 }
  let reported_total: number | null = null
  let read = 0
  let kept = 0

  function takeEntry(entry: unknown): CatalogListing | undefined {
    const { allowHosts } = options
    const found = readCatalogEntry(entry, source, { allowHosts })
    read++
    count(shapes, found.shape)
    if (!found.ok) {
      count(excluded, found.excluded)
      return undefined
    }
    // It cannot be asked as it stands: whatever it is filled with is a guess.
    if (found.path_template) {
      count(excluded, 'path_template')
      return undefined
    }
    const taken = listings.take(found)
    if (taken !== 'new') count(excluded, 'repeated')
    if (taken === 'repeated') return undefined
    if (taken === 'new') kept++
    for (const reason of found.left_out) count(left_out_offers, reason)
    return found.listing.type === 'mcp' ? undefined : found.listing
  }

  async function record(rows: readonly CatalogListing[]): Promise<void> {
    // Later terms of one resource hold, and stand in a page once.
    const distinct = new Map(rows.map((row) => [row.resource_id, row]))
    if (distinct.size === 0) return
    const at = options.now()
    const found = await store.recordListings(id, [...distinct.values()], at)
    changes.added += found.added
    changes.changed += found.changed
    changes.payees_changed += found.payees_changed
    changes.seen_again += found.seen_again
  }

  function result(): ImportResult {
    const status = statusOf(notes, read)
    const detail = [...notes].join('; ')
    const counts = { reported_total, read, kept, excluded }
    const extra = { changes, shapes, left_out_offers }
    return { id, source, ...counts, status, detail, ...extra }
  }

  return {
    result,
    note(text: string): void {
      notes.add(text)
    },
    async take(page: CatalogPage): Promise<void> {
      for (const [reason, n] of Object.entries(page.excluded ?? {})) {
        if (n > 0) count(excluded, reason, n)
        read += n
      }
      reported_total = page.reported_total ?? reported_total
      if (page.partial !== null) notes.add(page.partial)
      listings.turnPage()
      const rows = page.entries.map(takeEntry)
      await record(rows.filter((row) => row !== undefined))
      options.onProgress?.({ source, read, kept, reported_total })
    },
    close: () => record(listings.servers()),
    finish: (status: CatalogPass['status'], detail: string) =>
      store.finishPass(id, {
        finished_at: options.now(),
        reported_total,
        read,
        kept,
        excluded,
        status,
        detail,
      }),
  }
}

function statusOf(
  notes: ReadonlySet<string>,
  read: number,
): 'complete' | 'partial' | 'failed' {
  if (notes.size === 0) return 'complete'
  return read > 0 ? 'partial' : 'failed'
}

function count(counts: Record<string, number>, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by
}
