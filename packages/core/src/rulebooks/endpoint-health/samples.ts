import { knownCount } from '../../rulebook/input.js'
import {
  addMs,
  compareInstants,
  DAY_MS,
  HOUR_MS,
  type Instant,
} from '../../time/instant.js'
import {
  INCONCLUSIVE_STATUSES,
  type ObservationKind,
  OUTCOMES,
  type Outcome,
  THRESHOLDS,
} from './data.js'
import type { Observation } from './input.js'

/** What the observations of a week come to. */
export type Samples = {
  /** Slots that hold an observation, usable or not. */
  readonly slots: number
  readonly success: number
  readonly failure: number
  /** The newest usable observation. */
  readonly newest: Sample | undefined
}

type Sample = {
  readonly at: Instant
  readonly kind: ObservationKind
  readonly outcome: Outcome
}

/** Counts one observation a slot; `method` is the advertised one. */
export function countSamples(
  observations: readonly Observation[],
  now: Instant,
  method: string,
): Samples {
  const column = method === 'GET' ? 'get' : 'other'
  let slots = 0
  let success = 0
  let failure = 0
  let newest: Sample | undefined
  for (const observation of onePerSlot(observations, now)) {
    if (observation === undefined || slots === SLOTS) continue
    slots++
    const kind = kindOf(observation)
    const outcome = OUTCOMES[kind][column]
    if (outcome === 'unknown') continue
    if (outcome === 'success') success++
    else failure++
    newest ??= { at: observation.at, kind, outcome }
  }
  return { slots, success, failure, newest }
}

function kindOf(observation: Observation): ObservationKind {
  if (observation.result === 'robots_blocked') return 'robots_blocked'
  if (observation.result !== 'response') return 'unreachable'
  const status = knownCount(observation.status) ?? 0
  if (status === 402)
    return observation.challenge === 'valid'
      ? 'valid_challenge'
      : 'bad_challenge'
  if (INCONCLUSIVE_STATUSES.includes(status)) return 'inconclusive'
  if (status >= 200 && status < 300) return 'answered'
  return status >= 300 && status < 600 ? 'refused' : 'other_status'
}

// Newest first. The window is as long as 28 slots and touches 29 of them.
function onePerSlot(
  observations: readonly Observation[],
  now: Instant,
): readonly (Observation | undefined)[] {
  const start = addMs(now, -WINDOW_MS)
  const slotOfNow = Math.floor(now.ms / SLOT_MS)
  const slots: (Observation | undefined)[] = Array(SLOTS + 1).fill(undefined)
  for (const observation of observations) {
    const { at } = observation
    if (compareInstants(at, now) > 0 || compareInstants(at, start) <= 0)
      continue
    const age = slotOfNow - Math.floor(at.ms / SLOT_MS)
    const held = slots[age]
    if (held === undefined || compareInstants(at, held.at) < 0)
      slots[age] = observation
  }
  return slots
}

const SLOTS = THRESHOLDS.slots.value
const WINDOW_MS = THRESHOLDS.window_days.value * DAY_MS
const SLOT_MS = THRESHOLDS.slot_hours.value * HOUR_MS
