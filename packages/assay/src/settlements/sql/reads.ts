import { addressKey, counterparty } from '@assay402/core'
import type {
  Payer,
  SellerDay,
  SellerFigures,
  SettlementReads,
} from '../engine.js'
import { HOP_LIMITS } from '../hop-limits.js'
import { allLoops } from '../loops/all-loops.js'
import type { Window } from '../transfer.js'
import { windowValues } from '../window.js'
import { cohortsFrom } from './cohorts.js'
import {
  bigintOf,
  type Cell,
  type ColumnReader,
  idList,
  numberOf,
  type Span,
  type Values,
} from './column-reader.js'
import { HALF } from './columns.js'
import { withNameCache } from './name-cache.js'
import {
  COHORTS_TEXT,
  DAILY_TEXT,
  FIRST_IN_TEXT,
  FIRST_OUT_TEXT,
  FIRST_SETTLED_TEXT,
  figuresText,
  PAYERS_TEXT,
  RETURNS_TEXT,
  sentByText,
  TRANSFERS_TEXT,
} from './text.js'
import { transfersFrom } from './transfers-from.js'

/** Every read of the port, by the one text, over any column engine. */
export function createReads(reader: ColumnReader): SettlementReads {
  const db = { ...reader, ...withNameCache(reader) }

  /** Ids of a network and a wallet; undefined when either was never seen. */
  async function place(network: string, wallet: string) {
    const key = addressKey(wallet)
    const ids = await db.idsOf([network, key])
    const known = { network: ids.get(network), wallet: ids.get(key) }
    return known.network === undefined || known.wallet === undefined
      ? undefined
      : { network: known.network, wallet: known.wallet }
  }

  async function askOne(
    network: string,
    wallet: string,
    text: string,
    values: Values,
  ): Promise<Cell[][]> {
    await db.ready()
    const at = await place(network, wallet)
    return at === undefined ? [] : db.rows(text, { ...values, ...at })
  }

  async function rawOf(
    network: string,
    wallet: string,
    { after, until }: Window,
    text: string,
  ) {
    const rows = await askOne(network, wallet, text, { after, until })
    return transfersFrom(rows, db)
  }

  async function excludedIds(excluded: readonly string[]): Promise<string> {
    const ids = await db.idsOf(excluded.map(addressKey))
    return idList(ids.values())
  }

  async function figuresAt(
    scope: 'one' | 'all',
    at: { readonly network: number; readonly wallet?: number },
    window: Window,
    excludedWallets: readonly string[],
  ): Promise<SellerFigures[]> {
    const excluded = await excludedIds(excludedWallets)
    const rows =
      (await db.kept?.({ scope, ...at, window, excluded })) ??
      (await db.rows(figuresText(scope, excluded), {
        ...windowValues(window),
        ...at,
      }))
    const names = await db.namesOf(rows.map(([wallet]) => numberOf(wallet)))
    return rows.map((row) => figuresFrom(row, names))
  }

  return {
    cursor: (name) => db.cursor(name),
    coverage: async (network, wallet) => {
      const ids = await db.idsOf([network, addressKey(wallet)])
      const id = ids.get(network)
      if (id === undefined) return undefined
      const own = ids.get(addressKey(wallet))
      const spans = await Promise.all([
        db.coverage(id, 0),
        own === undefined ? [] : db.coverage(id, own),
      ])
      const latest = latestSpan(spans.flat())
      return latest && { from: latest[0], to: latest[1] }
    },
    figures: async (network, wallet, window, excluded) => {
      await db.ready()
      const at = await place(network, wallet)
      if (at === undefined) return undefined
      return (await figuresAt('one', at, window, excluded))[0]
    },
    allFigures: async (network, window, excluded) => {
      await db.ready()
      const id = (await db.idsOf([network])).get(network)
      if (id === undefined) return []
      return figuresAt('all', { network: id }, window, excluded)
    },
    allLoops: async (network, window) => {
      await db.ready()
      const id = (await db.idsOf([network])).get(network)
      return id === undefined ? [] : allLoops(db, id, window, LOOP_LIMITS)
    },
    payers: async (network, wallet, window, { limit } = {}) => {
      const text = PAYERS_TEXT + (limit === undefined ? MOST : whole(limit))
      const rows = await askOne(network, wallet, text, windowValues(window))
      const names = await db.namesOf(rows.map(([id]) => numberOf(id)))
      return rows.map((row) => payerFrom(row, names))
    },
    daily: async (network, wallet, first_day, last_day) => {
      const values = { first_day, last_day }
      const rows = await askOne(network, wallet, DAILY_TEXT, values)
      return rows.map(dayFrom)
    },
    cohorts: async (network, wallet, window, rule) => {
      const values = {
        ...windowValues(window),
        span: rule.window_ms,
        buyers: rule.buyers,
      }
      const rows = await askOne(network, wallet, COHORTS_TEXT, values)
      const names = await db.namesOf(rows.map(([id]) => numberOf(id)))
      return cohortsFrom(rows, names, rule)
    },
    firstSeen: async (network, wallet) => {
      const [incoming, outgoing] = [
        await askOne(network, wallet, FIRST_IN_TEXT, {}),
        await askOne(network, wallet, FIRST_OUT_TEXT, {}),
      ].map(leastOf)
      return outgoing === undefined || (incoming ?? outgoing) <= outgoing
        ? incoming
        : outgoing
    },
    firstSettledDay: async (network, wallet) =>
      leastOf(await askOne(network, wallet, FIRST_SETTLED_TEXT, {})),
    transfers: (network, wallet, window) =>
      rawOf(network, wallet, window, TRANSFERS_TEXT),
    returns: (network, wallet, window) =>
      rawOf(network, wallet, window, RETURNS_TEXT),
    sentBy: async (network, wallets, { after, until }) => {
      const ids = await db.idsOf([network, ...wallets.map(addressKey)])
      const id = ids.get(network)
      if (id === undefined) return []
      ids.delete(network)
      const text = sentByText(idList(ids.values()))
      const rows = await db.rows(text, { network: id, after, until })
      return transfersFrom(rows, db)
    },
  }
}

const LOOP_LIMITS = {
  recipients: HOP_LIMITS.recipients,
  wallets: HOP_LIMITS.wallets,
  hops: HOP_LIMITS.depth,
  share: counterparty.thresholds['hop_share']?.value as number,
}

/** More payers than any seller can have. */
const MOST = '4000000000'

function whole(limit: number): string {
  if (!Number.isSafeInteger(limit) || limit < 0)
    throw new TypeError(`${limit} is no limit`)
  return String(limit)
}

function figuresFrom(
  row: readonly Cell[],
  names: ReadonlyMap<number, string>,
): SellerFigures {
  const [wallet, high, low, washedHigh, washedLow, ...counts] = row
  const [settlements, buyers, real, repeat, top] = counts
  return {
    wallet: names.get(numberOf(wallet)) ?? '',
    volume: joined(high, low),
    washed: joined(washedHigh, washedLow),
    settlements: numberOf(settlements),
    buyers: numberOf(buyers),
    real_buyers: numberOf(real),
    repeat_buyers: numberOf(repeat),
    top_payer: bigintOf(top),
  }
}

function payerFrom(
  row: readonly Cell[],
  names: ReadonlyMap<number, string>,
): Payer {
  const [wallet, volume, settlements, first, last, least, most, wash] = row
  return {
    wallet: names.get(numberOf(wallet)) ?? '',
    volume: bigintOf(volume),
    settlements: numberOf(settlements),
    first_at: numberOf(first),
    last_at: numberOf(last),
    least: bigintOf(least),
    most: bigintOf(most),
    washed: numberOf(wash) === 1 ? 'yes' : 'no',
  }
}

function dayFrom([day, settlements, high, low]: readonly Cell[]): SellerDay {
  return {
    day: numberOf(day),
    settlements: numberOf(settlements),
    volume: joined(high, low),
  }
}

function joined(high: Cell | undefined, low: Cell | undefined): bigint {
  return bigintOf(high) * BigInt(HALF) + bigintOf(low)
}

/** The least of a one-row answer; its second column counts the rows. */
function leastOf([row]: readonly Cell[][]): number | undefined {
  return row === undefined || numberOf(row[1]) === 0
    ? undefined
    : numberOf(row[0])
}

/** Spans that touch are one; of those with a gap between them, the latest. */
function latestSpan(spans: readonly Span[]): Span | undefined {
  let latest: Span | undefined
  for (const span of [...spans].sort((a, b) => a[0] - b[0]))
    latest =
      latest !== undefined && span[0] <= latest[1]
        ? [latest[0], Math.max(latest[1], span[1])]
        : span
  return latest
}
