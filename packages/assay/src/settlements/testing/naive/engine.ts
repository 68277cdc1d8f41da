import { addressKey } from '@assay402/core'
import type { Coverage, SettlementEngine } from '../../engine.js'
import type { Transfer, Window } from '../../transfer.js'
import { dayOf } from '../../window.js'
import {
  naiveCohorts,
  naiveDays,
  naiveFigures,
  naivePayers,
} from './figures.js'
import { inOrder, isIn, isSettled, type NaiveRows, takeIn } from './rows.js'

const ALWAYS: Window = { after: -1, until: Number.MAX_SAFE_INTEGER }

/**
 * A settlement engine that keeps plain rows and looks at all of them for every
 * answer: what the others are compared with.
 */
export function createNaiveEngine(): SettlementEngine {
  const held: NaiveRows = {
    transfers: new Map(),
    hops: new Map(),
    sellers: new Set(),
    cursors: new Map(),
    spans: new Map(),
  }
  const dirty = new Set<number>()
  const all = (network: string) =>
    [...held.transfers.values()].filter((row) => row.network === network)
  const paidTo = (network: string, wallet: string, window: Window) =>
    all(network).filter(
      (row) => row.to === wallet && isSettled(row) && isIn(window)(row),
    )
  // What leaves a wallet is known of those who were ever paid.
  const sentOf = (network: string, wallet: string, window: Window) =>
    held.sellers.has(`${network} ${wallet}`)
      ? all(network).filter((row) => row.from === wallet && isIn(window)(row))
      : []
  const movedOf = (network: string, wallet: string, window: Window) =>
    sentOf(network, wallet, window).filter(
      (row) => row.to !== wallet && row.amount > 0n,
    )
  const payersOf = (network: string, wallet: string, window: Window) =>
    naivePayers(
      paidTo(network, wallet, window),
      movedOf(network, wallet, window),
    )
  const figuresOf = (
    network: string,
    wallet: string,
    window: Window,
    excluded: readonly string[],
  ) =>
    naiveFigures(
      wallet,
      payersOf(network, wallet, window),
      new Set(excluded.map(addressKey)),
    )

  return {
    append: async (batch) => {
      const before = new Set(held.transfers.values())
      const done = takeIn(held, batch)
      const after = new Set(held.transfers.values())
      for (const row of [...before, ...after])
        if (isSettled(row) && before.has(row) !== after.has(row))
          dirty.add(dayOf(row.at))
      return done
    },
    refresh: async () => {
      const days = dirty.size
      dirty.clear()
      return days
    },
    close: async () => {},
    cursor: async (name) => held.cursors.get(name),
    coverage: async (network, wallet) =>
      latestSpan([
        ...(held.spans.get(`${network} all`) ?? []),
        ...(held.spans.get(`${network} ${addressKey(wallet)}`) ?? []),
      ]),
    figures: async (network, wallet, window, excluded) =>
      figuresOf(network, addressKey(wallet), window, excluded),
    allFigures: async (network, window, excluded) => {
      const wallets = new Set(all(network).map(({ to }) => to))
      return [...wallets].flatMap(
        (wallet) => figuresOf(network, wallet, window, excluded) ?? [],
      )
    },
    allLoops: async () => {
      throw new Error('plain rows are followed seller by seller')
    },
    payers: async (network, wallet, window, { limit } = {}) =>
      payersOf(network, addressKey(wallet), window)
        .sort((a, b) =>
          a.volume < b.volume ? 1 : a.volume > b.volume ? -1 : 0,
        )
        .slice(0, limit),
    daily: async (network, wallet, first, last) =>
      naiveDays(paidTo(network, addressKey(wallet), ALWAYS)).filter(
        ({ day }) => day >= first && day <= last,
      ),
    cohorts: async (network, wallet, window, rule) => {
      const key = addressKey(wallet)
      return naiveCohorts(key, payersOf(network, key, window), rule).sort(
        (a, b) => a.first_at - b.first_at,
      )
    },
    firstSeen: async (network, wallet) => {
      const key = addressKey(wallet)
      return leastOf([
        ...all(network).filter(({ to }) => to === key),
        ...sentOf(network, key, ALWAYS),
      ])
    },
    firstSettledDay: async (network, wallet) => {
      const first = leastOf(paidTo(network, addressKey(wallet), ALWAYS))
      return first === undefined ? undefined : dayOf(first)
    },
    transfers: async (network, wallet, window) => {
      const key = addressKey(wallet)
      return inOrder([
        ...paidTo(network, key, window),
        ...movedOf(network, key, window),
      ])
    },
    returns: async (network, wallet, window) => {
      const key = addressKey(wallet)
      const sent = movedOf(network, key, window)
      const got = new Set(sent.map(({ to }) => to))
      const paid = paidTo(network, key, window)
      return inOrder([...paid.filter(({ from }) => got.has(from)), ...sent])
    },
    sentBy: async (network, wallets, window) => {
      const keys = new Set(wallets.map(addressKey))
      const rows = new Map([...held.hops, ...held.transfers])
      return inOrder(
        [...rows.values()].filter(
          (row) =>
            row.network === network &&
            keys.has(row.from) &&
            row.to !== row.from &&
            row.amount > 0n &&
            isIn(window)(row),
        ),
      )
    },
  }
}

function leastOf(rows: readonly Transfer[]): number | undefined {
  return rows.length === 0
    ? undefined
    : rows.reduce((least, { at }) => Math.min(least, at), Infinity)
}

function latestSpan(spans: readonly Coverage[]): Coverage | undefined {
  let latest: Coverage | undefined
  for (const span of [...spans].sort((a, b) => a.from - b.from))
    latest =
      latest !== undefined && span.from <= latest.to
        ? { from: latest.from, to: Math.max(latest.to, span.to) }
        : span
  return latest
}
