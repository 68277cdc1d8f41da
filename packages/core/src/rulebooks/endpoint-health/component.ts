import { type Fraction, fraction, roundHalfUp } from '../../money/fraction.js'
import { sentence, type TextValues } from '../../rulebook/rulebook.js'
import {
  COMPONENT_POINTS,
  type ComponentId,
  REASONS,
  THRESHOLDS,
} from './data.js'
import type { EndpointHealthInput } from './input.js'
import type { EndpointHealthOutput } from './output.js'
import type { Samples } from './samples.js'

/** What the components are measured from. */
type Facts = {
  readonly input: EndpointHealthInput
  readonly samples: Samples
}

/** Points earned, exact; `undefined` is unknown. */
export type Earned = {
  readonly points: Fraction | undefined
  readonly detail: string
}

/** One published component: its name, and the function that measures it. */
export type Component = {
  readonly id: ComponentId
  readonly measure: (facts: Facts) => Earned
}

/** Whole points, with the sentence of a reason. */
export function earned(
  points: number,
  reason: keyof typeof REASONS,
  values: TextValues = {},
): Earned {
  return { points: fraction(BigInt(points)), detail: say(reason, values) }
}

/** Neither a penalty nor a claim of safety. */
export function unknown(reason: keyof typeof REASONS): Earned {
  return { points: undefined, detail: REASONS[reason].text }
}

/** The sentence of a reason. */
export function say(reason: keyof typeof REASONS, values: TextValues): string {
  return SENTENCES[reason](values)
}

const SENTENCES = Object.fromEntries(
  Object.entries(REASONS).map(([reason, { text }]) => [reason, sentence(text)]),
) as Record<keyof typeof REASONS, ReturnType<typeof sentence>>

/** A component as it is published. */
export function shownComponent(
  id: ComponentId,
  { points, detail }: Earned,
): EndpointHealthOutput['components'][ComponentId] {
  const max = COMPONENT_POINTS[id]
  return points === undefined
    ? { points: null, max, status: 'unknown', detail }
    : { points: shown(points), max, status: 'known', detail }
}

// Exact: points are at most 40, and a quotient of two whole doubles is the
// double nearest to it.
function shown(points: Fraction): number {
  if (points.d === 1n) return Number(points.n)
  return Number(roundHalfUp(points, DECIMALS)) / 10 ** DECIMALS
}

const DECIMALS = THRESHOLDS.shown_decimals.value
