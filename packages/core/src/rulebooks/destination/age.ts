import {
  addMs,
  compareInstants,
  DAY_MS,
  floorUnits,
  type Instant,
} from '../../time/instant.js'
import { knownDate } from '../../time/known-date.js'
import { AGE_RULES } from './data/findings.js'
import { THRESHOLDS } from './data/thresholds.js'
import { type Finding, found } from './finding.js'
import type { Registration } from './input.js'
import type { Site } from './site.js'

/** What the age rules found, and the age in whole days when a date was used. */
export type Age = {
  readonly findings: readonly Finding[]
  readonly days: number | null
}

/** The one age rule that holds. Age is never invented. */
export function ageOf(
  site: Site,
  registration: Registration,
  now: Instant,
): Age {
  const registered = registeredAt(site, registration, now)
  if (registered === undefined)
    return { findings: [found('age_unknown')], days: null }
  const days = floorUnits(now, registered, DAY_MS)
  const rule = AGE_RULES.find(
    ({ threshold }) =>
      compareInstants(
        addMs(registered, THRESHOLDS[threshold].value * DAY_MS),
        now,
      ) > 0,
  )
  return { findings: rule ? [found(rule.code, { days })] : [], days }
}

// The age of a platform's domain says nothing about its customers.
function registeredAt(
  site: Site,
  registration: Registration,
  now: Instant,
): Instant | undefined {
  if (site.isPrivate || registration?.status !== 'known') return undefined
  return knownDate(registration.registered_at, now)
}
