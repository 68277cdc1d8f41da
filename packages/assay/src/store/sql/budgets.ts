import { sql } from 'kysely'
import type { FiguresStore } from '../words/figures.js'
import { amountOf } from './amount.js'
import { toColumn } from './column-text.js'
import type { Db, Engine } from './engine.js'

type Budgets = Pick<
  FiguresStore,
  'reserveBudget' | 'releaseBudget' | 'budgetSpent'
>

type Claim = Parameters<FiguresStore['reserveBudget']>[0]

/** Monthly budgets in SQL: see the port. */
export function budgets(engine: Engine): Budgets {
  return {
    reserveBudget: async (claim) => {
      const amounts = {
        amount: amountOf(claim.amount_atomic),
        limit: amountOf(claim.limit_atomic),
      }
      return engine.write((tx) => reserve(tx, claim, amounts))
    },
    releaseBudget: (budget, key) =>
      engine.write((tx) => release(tx, toColumn(budget), toColumn(key))),
    budgetSpent: (budget, month) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('budgets')
          .select('spent_atomic')
          .where('budget', '=', toColumn(budget))
          .where('month', '=', toColumn(month))
          .executeTakeFirst()
        return row?.spent_atomic ?? '0'
      }),
  }
}

async function reserve(
  tx: Db,
  claim: Claim,
  { amount, limit }: { readonly amount: bigint; readonly limit: bigint },
): Promise<'reserved' | 'known' | 'over_limit'> {
  const [budget, month] = [toColumn(claim.budget), toColumn(claim.month)]
  const key = toColumn(claim.key)
  const spent = await held(tx, budget, month)
  if ((await claimOf(tx, budget, key)) !== undefined) return 'known'
  if (spent + amount > limit) return 'over_limit'
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('budget_claims')
    .values({ budget, key, month, amount_atomic: amount.toString() })
    .onConflict((conflict) => conflict.columns(['budget', 'key']).doNothing())
    .executeTakeFirst()
  // The same key in another month, at the same moment.
  if (numInsertedOrUpdatedRows !== 1n) return 'known'
  await spend(tx, budget, month, spent + amount)
  return 'reserved'
}

// The month first and then the claim, as `reserve` does: never crosswise.
async function release(tx: Db, budget: string, key: string): Promise<void> {
  const claim = await claimOf(tx, budget, key)
  if (claim === undefined) return
  const spent = await held(tx, budget, claim.month)
  const gone = await tx
    .deleteFrom('budget_claims')
    .where('budget', '=', budget)
    .where('key', '=', key)
    .returning('amount_atomic')
    .executeTakeFirst()
  if (gone !== undefined)
    await spend(tx, budget, claim.month, spent - BigInt(gone.amount_atomic))
}

/** What was spent in a month; others wait until this transaction ends. */
async function held(tx: Db, budget: string, month: string): Promise<bigint> {
  const { rows } = await sql<{ spent_atomic: string }>`
    insert into budgets (budget, month, spent_atomic)
    values (${budget}, ${month}, '0')
    on conflict (budget, month) do update set spent_atomic = budgets.spent_atomic
    returning spent_atomic`.execute(tx)
  return BigInt(rows[0]?.spent_atomic ?? '0')
}

function claimOf(tx: Db, budget: string, key: string) {
  return tx
    .selectFrom('budget_claims')
    .select('month')
    .where('budget', '=', budget)
    .where('key', '=', key)
    .executeTakeFirst()
}

async function spend(
  tx: Db,
  budget: string,
  month: string,
  spent: bigint,
): Promise<void> {
  await tx
    .updateTable('budgets')
    .set({ spent_atomic: spent.toString() })
    .where('budget', '=', budget)
    .where('month', '=', month)
    .execute()
}
