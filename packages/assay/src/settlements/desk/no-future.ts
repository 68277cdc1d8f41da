import type { DuckDbEngine } from '../duckdb/engine.js'

type Span = { readonly from: number; readonly to: number }

/**
 * An engine that takes no word for what has not happened: coverage ends now at
 * the latest, else figures of a wrong clock or claim would look fresh for years.
 */
export function noFuture(
  engine: DuckDbEngine,
  now: () => number,
): DuckDbEngine {
  return {
    ...engine,
    append: ({ coverage, ...batch }) => {
      const told = coverage && upTo(coverage, now())
      return engine.append(told ? { ...batch, coverage: told } : batch)
    },
    importParquet: (file, ask = {}) => {
      const covers = ask.covers && upTo(ask.covers, now())
      return engine.importParquet(file, covers ? { covers } : {})
    },
  }
}

function upTo<Covered extends Span>(
  covered: Covered,
  now: number,
): Covered | undefined {
  if (covered.from > now) return undefined
  return covered.to <= now ? covered : { ...covered, to: now }
}
