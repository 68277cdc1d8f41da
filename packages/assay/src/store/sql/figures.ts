import { sql } from 'kysely'
import type { FiguresStore, WalletFigures } from '../words/figures.js'
import { budgets } from './budgets.js'
import { fromColumn, toColumn } from './column-text.js'
import type { Engine } from './engine.js'
import { walletColumn } from './listing-wallets.js'
import { packJson, unpackJson } from './packed.js'
import { settlementJobs } from './settlement-jobs.js'

/** Settlement figures, jobs and budgets in SQL: see the port. */
export function figuresStore(engine: Engine): FiguresStore {
  return {
    ...settlementJobs(engine),
    ...budgets(engine),
    saveFigures: (figures) => save(engine, figures),
    figuresOf: (network, wallet) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('wallet_figures')
          .selectAll()
          .where('network', '=', toColumn(network))
          .where('wallet', '=', walletColumn(wallet))
          .executeTakeFirst()
        return (
          row && {
            network: fromColumn(row.network),
            wallet: fromColumn(row.wallet),
            at: row.at,
            figures: unpackJson(row.figures),
          }
        )
      }),
  }
}

async function save(
  engine: Engine,
  figures: readonly WalletFigures[],
): Promise<void> {
  const rows = await Promise.all(
    figures.map(async (one) => ({
      network: toColumn(one.network),
      wallet: walletColumn(one.wallet),
      at: one.at,
      packed: await packJson(one.figures ?? null),
    })),
  )
  // In one order, so that two writers never wait for each other.
  const key = (row: (typeof rows)[number]) => `${row.network} ${row.wallet}`
  rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
  await engine.write(async (tx) => {
    for (const { network, wallet, at, packed } of rows)
      await sql`insert into wallet_figures (network, wallet, at, figures)
        values (${network}, ${wallet}, ${at}, ${packed})
        on conflict (network, wallet) do update set
          at = excluded.at, figures = excluded.figures
        where wallet_figures.at <= excluded.at`.execute(tx)
  })
}
