import { fromColumn } from './column-text.js'
import type { Engine } from './engine.js'
import { run } from './run.js'

/** Observations read at once: a few milliseconds. */
const PAGE = 2_000

type Seen = {
  readonly at: number
  readonly resource_id: string
  readonly evidence_id: string
}

/**
 * What was seen since a moment: see the port. Page by page, so that the event
 * loop is free in between however much was seen.
 */
export async function observedSince(
  engine: Engine,
  at: number,
  limit: number,
): Promise<string[]> {
  const found = new Set<string>()
  let page = await engine.read((db) =>
    run<Seen>(engine, db, FIRST, [at, PAGE]).then(({ rows }) => rows),
  )
  for (;;) {
    for (const { resource_id } of page)
      if (found.size < limit) found.add(resource_id)
    const last = page.length < PAGE ? undefined : page.at(-1)
    if (last === undefined || found.size >= limit)
      return [...found].map(fromColumn)
    // SQLite answers at once: nothing else would have its turn.
    await new Promise((resolve) => setImmediate(resolve))
    const { at, resource_id, evidence_id } = last
    const after = [at, resource_id, evidence_id, PAGE]
    page = await engine.read((db) =>
      run<Seen>(engine, db, NEXT, after).then(({ rows }) => rows),
    )
  }
}

const ORDER = 'order by at, resource_id, evidence_id limit ?'
const SEEN = 'select at, resource_id, evidence_id from observations where'
const FIRST = `${SEEN} at > ? ${ORDER}`
const NEXT = `${SEEN} (at, resource_id, evidence_id) > (?, ?, ?) ${ORDER}`
