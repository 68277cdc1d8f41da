import { fraction } from '../../money/fraction.js'
import { addMs, compareInstants, HOUR_MS } from '../../time/instant.js'
import { type Component, earned, say, unknown } from './component.js'
import { COMPONENT_POINTS, THRESHOLDS } from './data.js'

/** How many usable samples answered as advertised. */
export const availability: Component = {
  id: 'availability',
  measure: ({ samples: { success, failure } }) => {
    const usable = success + failure
    if (usable === 0) return unknown('availability_unknown')
    return {
      points: fraction(
        BigInt(COMPONENT_POINTS.availability * success),
        BigInt(usable),
      ),
      detail: say('availability', { success, usable }),
    }
  },
}

/** Whether the newest usable sample, still fresh, is a valid challenge. */
export const challenge: Component = {
  id: 'challenge',
  measure: ({ input, samples: { newest } }) => {
    if (newest === undefined) return unknown('challenge_unknown')
    if (compareInstants(input.now, addMs(newest.at, FRESH_MS)) > 0)
      return unknown('challenge_unknown')
    if (newest.outcome === 'failure') return earned(0, 'challenge_failed')
    return newest.kind === 'valid_challenge'
      ? earned(COMPONENT_POINTS.challenge, 'challenge_valid')
      : unknown('challenge_unknown')
  },
}

const FRESH_MS = THRESHOLDS.fresh_hours.value * HOUR_MS
