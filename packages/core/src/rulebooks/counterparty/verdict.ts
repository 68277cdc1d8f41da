import { CONFIDENCE_TENTHS, THRESHOLDS } from './data.js'
import type { Verdict } from './output.js'
import type { ProbeFinding } from './probe.js'
import type { WashFigures } from './wash.js'

/** avoid first, then trusted, else caution; missing data never convicts. */
export function verdictOf(
  probe: ProbeFinding,
  figures: WashFigures | undefined,
): Verdict {
  if (probe.completed && !probe.valid) return 'avoid'
  if (figures === undefined) return 'caution'
  if (figures.ratio >= THRESHOLDS.avoid_ratio.value) return 'avoid'
  const trusted =
    probe.valid &&
    probe.namesPayTo &&
    figures.ratio <= THRESHOLDS.trusted_ratio.value &&
    figures.realBuyers >= THRESHOLDS.trusted_buyers.value
  return trusted ? 'trusted' : 'caution'
}

/** How complete the feeds were, 0.1 to 1. */
export function confidenceOf(
  probe: ProbeFinding,
  figures: WashFigures | undefined,
): number {
  const { catalog, settlement, probe: probed } = CONFIDENCE_TENTHS
  const tenths =
    catalog +
    (figures === undefined ? 0 : settlement) +
    (probe.completed ? probed : 0)
  return tenths / 10
}
