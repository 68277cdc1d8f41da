import { addFractions, fraction, roundHalfUp } from '../../money/fraction.js'
import type { Earned } from './component.js'
import { COMPONENT_POINTS, type ComponentId, REASONS } from './data.js'
import type { EndpointHealthOutput } from './output.js'

export type Scored = Pick<
  EndpointHealthOutput,
  'score' | 'possible_range' | 'assessment'
>

/** Sums the components; only the total is rounded. */
export function scoreOf(
  components: readonly { readonly id: ComponentId; readonly earned: Earned }[],
): Scored {
  let sum = fraction(0n)
  let open = 0n
  for (const { id, earned } of components) {
    if (id === 'sanctions' && earned.points?.n === 0n)
      return published(0, REASONS.score_match.text)
    if (earned.points === undefined) open += BigInt(COMPONENT_POINTS[id])
    else sum = addFractions(sum, earned.points)
  }
  const low = Number(roundHalfUp(sum))
  if (open === 0n) return published(low, REASONS.score_known.text)
  const high = Number(roundHalfUp(addFractions(sum, fraction(open))))
  return {
    score: null,
    possible_range: [low, high],
    assessment: REASONS.score_unknown.text,
  }
}

function published(score: number, assessment: string): Scored {
  return { score, possible_range: [score, score], assessment }
}
