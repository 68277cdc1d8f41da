import { atomicToUsd } from '../../money/usd.js'
import type { Offer } from '../../x402/challenge-types.js'
import { NO_EXPECTED_PRICE } from './data.js'
import { LINES, type Line, type LineId } from './lines.js'
import { type Decided, type Facts, STEPS, usdOf } from './steps.js'

export type Ruling = Decided & { readonly line: Line }

/** Runs the lines in order; the first one that applies decides. */
export function runFunnel(usable: readonly Offer[], facts: Facts): Ruling {
  let rest = usable
  for (const [line, step] of ORDER) {
    const result = step(rest, facts)
    if ('shown' in result) return { ...result, line }
    rest = result
  }
  const chosen = rest[0] as Offer
  return { line: LINES.fine, shown: chosen, values: fineValues(chosen, facts) }
}

const ORDER = (Object.keys(STEPS) as (keyof typeof STEPS)[]).map(
  (id: Exclude<LineId, 'fine'>) => [LINES[id] as Line, STEPS[id]] as const,
)

function fineValues(chosen: Offer, { question }: Facts): Decided['values'] {
  const { price } = question.expected
  const expected =
    price === null ? NO_EXPECTED_PRICE : `${atomicToUsd(price)} USD`
  return { live: usdOf(chosen), expected }
}
