import { addressKey, digestOf, sha256Hex } from '@assay402/core'
import { type Selectable, sql } from 'kysely'
import type { Listing, ListingChanges } from '../words/catalog.js'
import { toColumn } from './column-text.js'
import { listEndpoints } from './endpoints.js'
import type { Db, Engine } from './engine.js'
import { insertMany } from './insert-many.js'
import { nameWallets } from './listing-wallets.js'
import { packJson, unpackJson } from './packed.js'
import { run } from './run.js'
import type { Tables } from './tables.js'

/** Values in one `in (…)`. */
const AT_ONCE = 500

type Ready = {
  readonly listing: Listing
  readonly packed: Buffer
  readonly terms: string
}

type Compared = {
  readonly one: Ready
  /** The newest span before this page. */
  readonly span: Span | undefined
  readonly is: 'added' | 'changed' | 'seen_again'
}

type Span = Selectable<Tables['listings']>

/** Records one page of one pass: see the port. */
export async function recordListings(
  engine: Engine,
  passId: string,
  listings: readonly Listing[],
  at: number,
): Promise<ListingChanges> {
  const ready = await Promise.all(firstOfEach(listings).map(makeReady))
  return engine.write(async (tx) => {
    // Two readers of one source would both begin the same span.
    await engine.queueAppends(tx)
    const known = await newestSpans(tx, ready)
    const absentBefore = await lastCompletePass(tx, passId)
    const found = ready.map((one): Compared => {
      const span = known.get(keyOf(one.listing))
      return { one, span, is: comparedWith(span, one, passId, absentBefore) }
    })
    for (const { one, span, is } of found)
      if (is === 'seen_again' && span !== undefined)
        await extend(engine, tx, span, one, passId, at)
    const fresh = found.filter(({ is }) => is !== 'seen_again')
    await close(
      tx,
      fresh.flatMap(({ span }) => (span === undefined ? [] : [span.span])),
    )
    await begin(
      engine,
      tx,
      fresh.map(({ one }) => one),
      passId,
      at,
    )
    await listEndpoints(
      engine,
      tx,
      ready.map(({ listing }) => listing),
      at,
    )
    return changesOf(found)
  })
}

function changesOf(found: readonly Compared[]): ListingChanges {
  const count = (is: Compared['is']) =>
    found.filter((one) => one.is === is).length
  return {
    added: count('added'),
    changed: count('changed'),
    payees_changed: found.filter(
      ({ is, span, one }) =>
        is === 'changed' && payeesOf(span) !== payees(one.listing),
    ).length,
    seen_again: count('seen_again'),
  }
}

function firstOfEach(listings: readonly Listing[]): Listing[] {
  const seen = new Map<string, Listing>()
  for (const listing of listings)
    if (!seen.has(keyOf(listing))) seen.set(keyOf(listing), listing)
  // In one order, so that two writers never wait for each other.
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

async function makeReady(listing: Listing): Promise<Ready> {
  return {
    listing,
    packed: await packJson(listing),
    terms: termsSha256(listing),
  }
}

// The order in which a source lists offers means nothing.
function termsSha256({ offers }: Listing): string {
  return digestOf(
    offers.map((offer) => sha256Hex(JSON.stringify(inOrder(offer)))).sort(),
  )
}

function inOrder(offer: Listing['offers'][number]): string[] {
  const { scheme, network, asset, pay_to, price_atomic } = offer
  return [scheme, network, addressKey(asset), addressKey(pay_to), price_atomic]
}

function keyOf({ source, resource_id }: Listing): string {
  return `${source} ${resource_id}`
}

async function newestSpans(
  tx: Db,
  ready: readonly Ready[],
): Promise<Map<string, Span>> {
  const spans = new Map<string, Span>()
  const sources = new Set(ready.map(({ listing }) => listing.source))
  for (const source of sources) {
    const ids = ready
      .filter(({ listing }) => listing.source === source)
      .map(({ listing }) => listing.resource_id)
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE)
      const rows = await tx
        .selectFrom('listings')
        .selectAll()
        .where('source', '=', toColumn(source))
        .where('newest', '=', sql.lit(1))
        .where('resource_id', 'in', some.map(toColumn))
        .execute()
      const byColumn = new Map(rows.map((row) => [row.resource_id, row]))
      for (const id of some) {
        const span = byColumn.get(toColumn(id))
        if (span !== undefined) spans.set(`${source} ${id}`, span)
      }
    }
  }
  return spans
}

/** When the last pass began that saw its source whole, before this one. */
async function lastCompletePass(tx: Db, passId: string): Promise<number> {
  const row = await tx
    .selectFrom('passes as this')
    .innerJoin('passes as earlier', 'earlier.source', 'this.source')
    .select((eb) => eb.fn.max<number | null>('earlier.started_at').as('at'))
    .where('this.id', '=', passId)
    .where('earlier.status', '=', 'complete')
    .whereRef('earlier.started_at', '<', 'this.started_at')
    .executeTakeFirst()
  return row?.at ?? Number.MIN_SAFE_INTEGER
}

function comparedWith(
  span: Span | undefined,
  { terms }: Ready,
  passId: string,
  absentBefore: number,
): Compared['is'] {
  if (span === undefined || span.last_seen < absentBefore) return 'added'
  if (span.terms_sha256 === terms || span.pass_id === passId)
    return 'seen_again'
  return 'changed'
}

async function extend(
  engine: Engine,
  tx: Db,
  span: Span,
  { packed, terms }: Ready,
  passId: string,
  at: number,
): Promise<void> {
  // A second entry of the same pass is not what the span stands for.
  const listing = span.terms_sha256 === terms ? packed : span.listing
  const lastSeen = Math.max(at, span.last_seen)
  await run(engine, tx, EXTEND, [lastSeen, passId, listing, span.span])
}

const EXTEND = `update listings set last_seen = ?, pass_id = ?, live = 1,
    listing = ? where span = ?`

async function close(tx: Db, spans: readonly number[]): Promise<void> {
  for (let from = 0; from < spans.length; from += AT_ONCE)
    await tx
      .updateTable('listings')
      .set({ newest: 0, live: 0 })
      .where('span', 'in', spans.slice(from, from + AT_ONCE))
      .execute()
}

async function begin(
  engine: Engine,
  tx: Db,
  fresh: readonly Ready[],
  passId: string,
  at: number,
): Promise<void> {
  await insertMany(
    engine,
    tx,
    { table: 'listings', columns: COLUMNS },
    fresh.map(({ listing, packed, terms }) => [
      toColumn(listing.source),
      toColumn(listing.resource_id),
      passId,
      at,
      at,
      terms,
      1,
      1,
      packed,
    ]),
  )
  const spans = await newestSpans(tx, fresh)
  await nameWallets(
    engine,
    tx,
    fresh.flatMap(({ listing }) => {
      const span = spans.get(keyOf(listing))?.span
      return span === undefined ? [] : [{ span, offers: listing.offers }]
    }),
  )
}

const COLUMNS = [
  'source',
  'resource_id',
  'pass_id',
  'first_seen',
  'last_seen',
  'terms_sha256',
  'newest',
  'live',
  'listing',
] as const

function payeesOf(span: Span | undefined): string {
  return span === undefined ? '' : payees(unpackJson(span.listing) as Listing)
}

function payees({ offers }: Listing): string {
  const keys = offers.map(
    ({ network, pay_to }) => `${network} ${addressKey(pay_to)}`,
  )
  return [...new Set(keys)].sort().join('\n')
}
