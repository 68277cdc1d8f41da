import { categoryOf } from '@assay402/core'
import type { Observation, StoredScore } from '../words/observation.js'
import {
  fromColumn,
  fromColumnOrNull,
  toColumn,
  toColumnOrNull,
} from './column-text.js'
import {
  type ListedWords,
  listedTerms,
  type SeenPrice,
  usdcPrice,
  wordsOf,
} from './directory-terms.js'
import type { Db, RowSql } from './engine.js'
import { run } from './run.js'
import { runEach } from './run-each.js'

// The directory is derived: one narrow row of each endpoint that is listed, kept
// where listings, observations and scores are saved, so that a search reads an
// index instead of joining them. Each function goes through its rows in the order
// of resources, so that two writers never wait for each other.

/** Whose score is shown. */
const HEALTH = 'endpoint-health'
/** Values in one `in (…)`. */
const AT_ONCE = 500

type Listed = ListedWords & {
  readonly resource_id: string
  /** When the source listed it. */
  readonly last_seen: number
}

type Seen = SeenPrice & {
  readonly resource_id: string
  readonly at: number
  readonly pay_to: string | null
}

/** Lists endpoints in the directory, or brings their rows up to date. */
export async function listInDirectory(
  engine: RowSql,
  tx: Db,
  listings: readonly Listed[],
): Promise<void> {
  const sorted = [...listings].sort(byResource)
  const known = await listedOf(tx, sorted)
  for (const listing of sorted) await list(engine, tx, listing)
  const fresh = sorted.filter(
    ({ resource_id }) => !known.has(toColumn(resource_id)),
  )
  await showKnownTerms(engine, tx, fresh)
}

/** Takes endpoints (ids as columns hold them) out that no source lists. */
export async function leaveDirectory(
  tx: Db,
  resources: readonly string[],
): Promise<void> {
  for (let from = 0; from < resources.length; from += AT_ONCE)
    await tx
      .deleteFrom('directory')
      .where('resource_id', 'in', resources.slice(from, from + AT_ONCE))
      .execute()
}

/** Shows the terms that the crawler saw last instead of listed ones. */
export async function showSeenTerms(
  engine: RowSql,
  tx: Db,
  observations: readonly Observation[],
): Promise<void> {
  const seen = observations.filter(
    ({ origin, challenge, price_atomic }) =>
      origin === 'crawl' && challenge === 'valid' && price_atomic !== null,
  )
  await show(engine, tx, seen)
}

/** Shows the stored scores of those that were judged anew. */
export async function showScores(
  engine: RowSql,
  tx: Db,
  scores: readonly StoredScore[],
): Promise<void> {
  const subjects = scores
    .filter(({ rulebook }) => rulebook === HEALTH)
    .map(({ subject }) => toColumn(subject))
  for (const subject of [...new Set(subjects)].sort())
    await run(engine, tx, SCORED, [HEALTH, subject, subject])
}

/** Back to what the listings say alone. */
export async function forgetDerived(tx: Db): Promise<void> {
  await tx
    .updateTable('directory')
    .set((eb) => ({
      score: -1,
      seen_at: null,
      price: eb.ref('listed_price'),
      network: eb.ref('listed_network'),
      pay_to: eb.ref('listed_pay_to'),
    }))
    .execute()
}

const SCORED = `update directory set score = coalesce((select score from scores
    where rulebook = ? and subject = ?), -1)
  where resource_id = ?`

const LIST = `insert into directory (resource_id, category, last_seen, score,
    price, network, pay_to, listed_price, listed_network, listed_pay_to, words)
  values (?, ?, ?, coalesce((select score from scores
    where rulebook = ? and subject = ?), -1), ?, ?, ?, ?, ?, ?, ?)
  on conflict (resource_id) do update set
    category = excluded.category, last_seen = excluded.last_seen,
    words = excluded.words,
    price = case when directory.seen_at is null
      then excluded.price else directory.price end,
    network = case when directory.seen_at is null
      then excluded.network else directory.network end,
    pay_to = case when directory.seen_at is null
      then excluded.pay_to else directory.pay_to end,
    listed_price = excluded.listed_price,
    listed_network = excluded.listed_network,
    listed_pay_to = excluded.listed_pay_to
  where directory.last_seen <= excluded.last_seen`

const SHOW = `update directory set seen_at = ?, price = ?, network = ?, pay_to = ?
  where resource_id = ? and (seen_at is null or seen_at <= ?)`

async function list(engine: RowSql, tx: Db, listing: Listed): Promise<void> {
  const id = toColumn(listing.resource_id)
  const terms = listedTerms(listing)
  await run(engine, tx, LIST, [
    id,
    categoryOf(listing.tags),
    listing.last_seen,
    HEALTH,
    id,
    ...terms,
    ...terms,
    wordsOf(listing),
  ])
}

async function listedOf(
  tx: Db,
  listings: readonly Listed[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < listings.length; from += AT_ONCE) {
    const rows = await tx
      .selectFrom('directory')
      .select('resource_id')
      .where('resource_id', 'in', idsOf(listings, from))
      .execute()
    for (const { resource_id } of rows) known.add(resource_id)
  }
  return known
}

// What comes back to the lists was seen before.
async function showKnownTerms(
  engine: RowSql,
  tx: Db,
  listings: readonly Listed[],
): Promise<void> {
  for (let from = 0; from < listings.length; from += AT_ONCE) {
    const seen = await tx
      .selectFrom('observations')
      .select(['resource_id', 'at', 'network', 'asset', 'pay_to'])
      .select('price_atomic')
      .where('resource_id', 'in', idsOf(listings, from))
      .where('origin', '=', 'crawl')
      .where('challenge', '=', 'valid')
      .where('price_atomic', 'is not', null)
      .execute()
    await show(engine, tx, seen.map(fromRow))
  }
}

function fromRow(row: Seen): Seen {
  return {
    ...row,
    resource_id: fromColumn(row.resource_id),
    network: fromColumnOrNull(row.network),
    asset: fromColumnOrNull(row.asset),
    pay_to: fromColumnOrNull(row.pay_to),
  }
}

async function show(
  engine: RowSql,
  tx: Db,
  seen: readonly Seen[],
): Promise<void> {
  const last = new Map<string, Seen>()
  for (const one of seen) {
    const known = last.get(one.resource_id)
    if (known === undefined || known.at <= one.at)
      last.set(one.resource_id, one)
  }
  const shown = [...last.values()]
    .sort(byResource)
    .map((one) => [
      one.at,
      usdcPrice(one),
      toColumnOrNull(one.network),
      toColumnOrNull(one.pay_to),
      toColumn(one.resource_id),
      one.at,
    ])
  await runEach(engine, tx, SHOW, shown)
}

function idsOf(listings: readonly Listed[], from: number): string[] {
  return listings
    .slice(from, from + AT_ONCE)
    .map(({ resource_id }) => toColumn(resource_id))
}

function byResource(
  a: { readonly resource_id: string },
  b: { readonly resource_id: string },
): number {
  if (a.resource_id === b.resource_id) return 0
  return a.resource_id < b.resource_id ? -1 : 1
}
