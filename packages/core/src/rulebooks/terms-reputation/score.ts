import {
  addFractions,
  type Fraction,
  fraction,
  roundHalfUp,
} from '../../money/fraction.js'
import { COMPONENT_IDS, type ComponentId, THRESHOLDS, WEIGHTS } from './data.js'

/** A component is `undefined` when it has no data. */
export type Components = Readonly<Record<ComponentId, Fraction | undefined>>

/**
 * The weighted mean of the components with data, 0–100, half up; at most 49
 * when `capped`. `undefined` when no component has data.
 */
export function scoreOf(
  components: Components,
  options: { readonly capped: boolean },
): number | undefined {
  let sum = fraction(0n)
  let weights = 0n
  for (const id of COMPONENT_IDS) {
    const value = components[id]
    if (value === undefined) continue
    const weight = BigInt(WEIGHTS[id])
    sum = addFractions(sum, { n: weight * value.n, d: value.d })
    weights += weight
  }
  if (weights === 0n) return undefined
  const score = Number(roundHalfUp({ n: 100n * sum.n, d: sum.d * weights }))
  return options.capped ? Math.min(score, THRESHOLDS.capped_score.value) : score
}

/** The band of a score. */
export function bandOf(score: number): 'high' | 'medium' | 'low' {
  if (score >= THRESHOLDS.high_band.value) return 'high'
  return score >= THRESHOLDS.medium_band.value ? 'medium' : 'low'
}
