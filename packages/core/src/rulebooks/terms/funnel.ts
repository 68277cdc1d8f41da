import type { Offer } from '../../x402/challenge-types.js'
import { LINES, type Line, type LineId } from './lines.js'
import { type Decided, type Facts, STEPS } from './steps.js'

export type Ruling = Decided & { readonly line: Line }

/** Runs the lines in order; the first one that applies decides. */
export function runFunnel(usable: readonly Offer[], facts: Facts): Ruling {
  let rest = usable
  for (const [line, step] of ORDER) {
    const result = step(rest, facts)
    if ('shown' in result) return { line, shown: result.shown }
    rest = result
  }
  return { line: LINES.fine, shown: rest[0] as Offer }
}

const ORDER = (Object.keys(STEPS) as (keyof typeof STEPS)[]).map(
  (id: Exclude<LineId, 'fine'>) => [LINES[id] as Line, STEPS[id]] as const,
)
