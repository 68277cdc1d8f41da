import { counterparty, formatInstant, parseInstant } from '@assay402/core'
import type { Window } from '../transfer.js'
import { DAY_MS } from '../window.js'

/** The 30 days that every settlement figure is about, of a whole window. */
export const WINDOW_DAYS: number = counterparty.thresholds['window_days']
  ?.value as number

/**
 * (now − 30 d, now]. Blocks have whole milliseconds, so that digits of `now`
 * below them change nothing. Throws TypeError when `now` is no date-time.
 */
export function windowAt(now: string): Window {
  const at = parseInstant(now)
  if (at === undefined) throw new TypeError(`${now} is no date-time`)
  return { after: at.ms - WINDOW_DAYS * DAY_MS, until: at.ms }
}

/** Epoch milliseconds as RFC 3339 in UTC. */
export function timeText(ms: number): string {
  return formatInstant({ ms, sub: '' })
}
