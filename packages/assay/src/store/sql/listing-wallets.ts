import { addressKey } from '@assay402/core'
import { sql } from 'kysely'
import type { ListedOffer } from '../words/catalog.js'
import type { TrackedWallet } from '../words/directory.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Db, RowSql } from './engine.js'
import { insertMany } from './insert-many.js'

type Span = { readonly span: number; readonly offers: readonly ListedOffer[] }

/** What wallets are found by. */
export function walletColumn(payTo: string): string {
  return toColumn(addressKey(payTo))
}

/** Makes new spans found by their wallets. */
export async function nameWallets(
  engine: RowSql,
  tx: Db,
  spans: readonly Span[],
): Promise<void> {
  await insertMany(
    engine,
    tx,
    {
      table: 'listing_wallets',
      columns: ['span', 'wallet'],
      unless: ['wallet', 'span'],
    },
    spans.flatMap(({ span, offers }) =>
      offers.map(({ pay_to }) => [span, walletColumn(pay_to)]),
    ),
  )
  await namePayees(engine, tx, spans)
}

/** Makes spans found by their wallets of one network. */
export async function namePayees(
  engine: RowSql,
  tx: Db,
  spans: readonly Span[],
): Promise<void> {
  await insertMany(
    engine,
    tx,
    {
      table: 'listing_payees',
      columns: ['network', 'wallet', 'span'],
      unless: ['network', 'wallet', 'span'],
    },
    spans.flatMap(({ span, offers }) =>
      offers.map(({ network, pay_to }) => [
        toColumn(network),
        walletColumn(pay_to),
        span,
      ]),
    ),
  )
}

/** Wallets of the newest listings of a network, by wallet. */
export async function trackedWallets(
  db: Db,
  network: string,
  after: string | null,
  limit: number,
): Promise<TrackedWallet[]> {
  const from = after === null ? '' : walletColumn(after)
  const { rows } = await sql<{ wallet: string }>`
    select distinct wallet from listing_payees
    where network = ${toColumn(network)} and wallet > ${from} and exists
      (select 1 from listings
        where listings.span = listing_payees.span and newest = 1)
    order by wallet limit ${limit}`.execute(db)
  return rows.map(({ wallet }) => ({ network, pay_to: fromColumn(wallet) }))
}
