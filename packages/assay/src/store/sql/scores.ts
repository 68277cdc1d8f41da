import { sql } from 'kysely'
import type {
  CategoryQuote,
  ObservationStore,
  StoredScore,
} from '../words/observation.js'
import { fromColumn, toColumn } from './column-text.js'
import { showScores } from './directory-rows.js'
import type { Engine } from './engine.js'
import { packJson, unpackJson } from './packed.js'

type Scores = Pick<
  ObservationStore,
  | 'saveScore'
  | 'saveScores'
  | 'scoreOf'
  | 'saveCategoryQuotes'
  | 'categoryQuotes'
>

/** What is dated later than this from now is of a clock that was wrong. */
const AHEAD_MS = 86_400_000

/** Derived rows of which the newest stays. */
export function scores(engine: Engine): Scores {
  const saveScores = async (all: readonly StoredScore[]) => {
    const rows = await Promise.all(
      all.map(async (score) => ({
        score,
        output: await packJson(score.output),
      })),
    )
    await engine.write(async (tx) => {
      for (const { score, output } of rows)
        await sql`insert into scores (rulebook, version, subject, as_of, score, output)
          values (${toColumn(score.rulebook)}, ${toColumn(score.version)},
            ${toColumn(score.subject)}, ${score.as_of}, ${score.score}, ${output})
          on conflict (rulebook, subject) do update set
            version = excluded.version, as_of = excluded.as_of,
            score = excluded.score, output = excluded.output
          where scores.as_of <= excluded.as_of
            or scores.as_of > ${engine.clock} + ${AHEAD_MS}`.execute(tx)
      await showScores(engine, tx, all)
    })
  }
  return {
    saveScores,
    saveScore: (score) => saveScores([score]),
    scoreOf: (rulebook, subject) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('scores')
          .selectAll()
          .where('rulebook', '=', toColumn(rulebook))
          .where('subject', '=', toColumn(subject))
          .executeTakeFirst()
        return (
          row && {
            rulebook: fromColumn(row.rulebook),
            version: fromColumn(row.version),
            subject: fromColumn(row.subject),
            as_of: row.as_of,
            score: row.score,
            output: unpackJson(row.output),
          }
        )
      }),
    saveCategoryQuotes: (quotes) => saveQuotes(engine, quotes),
    categoryQuotes: (category, since) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom('category_quotes')
          .selectAll()
          .where('category', '=', toColumn(category))
          .where('at', '>=', since)
          .orderBy('resource_id')
          .execute()
        return rows.map((row) => ({
          resource_id: fromColumn(row.resource_id),
          category: fromColumn(row.category),
          host: fromColumn(row.host),
          price_atomic: fromColumn(row.price_atomic),
          at: row.at,
        }))
      }),
  }
}

function saveQuotes(
  engine: Engine,
  quotes: readonly CategoryQuote[],
): Promise<void> {
  // In the order of resources, so that two writers never wait for each other.
  const sorted = [...quotes].sort((a, b) =>
    a.resource_id < b.resource_id ? -1 : 1,
  )
  return engine.write(async (tx) => {
    for (const quote of sorted)
      await sql`insert into category_quotes (resource_id, category, host, price_atomic, at)
        values (${toColumn(quote.resource_id)}, ${toColumn(quote.category)},
          ${toColumn(quote.host)}, ${toColumn(quote.price_atomic)}, ${quote.at})
        on conflict (resource_id) do update set
          category = excluded.category, host = excluded.host,
          price_atomic = excluded.price_atomic, at = excluded.at
        where category_quotes.at <= excluded.at
          or category_quotes.at > ${engine.clock} + ${AHEAD_MS}`.execute(tx)
  })
}
