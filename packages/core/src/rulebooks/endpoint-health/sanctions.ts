import { knownCount } from '../../rulebook/input.js'
import {
  addMs,
  compareInstants,
  formatInstant,
  HOUR_MS,
  parseInstant,
} from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import { type Component, earned, unknown } from './component.js'
import { COMPONENT_POINTS, THRESHOLDS } from './data.js'

/** Whether a paid address is on a sanctions list that is still fresh. */
export const sanctions: Component = {
  id: 'sanctions',
  measure: ({ input: { sanctions: screening, now } }) => {
    const fetched = knownDate(screening?.fetched_at, now)
    const addresses = knownCount(screening?.addresses_checked) ?? 0
    const matches = screening?.matches?.length
    if (fetched === undefined || matches === undefined || addresses < 1)
      return unknown('sanctions_unknown')
    if (compareInstants(now, addMs(fetched, FRESH_MS)) > 0)
      return unknown('sanctions_unknown')
    const published = shownDate(screening?.list_published_at)
    return matches > 0
      ? earned(0, 'sanctions_match', { matches, published })
      : earned(COMPONENT_POINTS.sanctions, 'sanctions_clear', {
          addresses,
          published,
        })
  },
}

const FRESH_MS = THRESHOLDS.fresh_hours.value * HOUR_MS

function shownDate(text: string | null | undefined): string {
  const at = parseInstant(text)
  return at === undefined ? 'at an unknown time' : `at ${formatInstant(at)}`
}
