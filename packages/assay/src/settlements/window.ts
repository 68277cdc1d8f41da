import type { Window } from './transfer.js'

export const DAY_MS = 86_400_000

/** A window as whole UTC days and what is left at either end. */
export type WindowParts = {
  /** Days since the epoch, first to last; first after last when there is none. */
  readonly first_day: number
  readonly last_day: number
  /** (after, until] before the first whole day; everything when there is none. */
  readonly head: Window
  /** (after, until] behind the last whole day. */
  readonly tail: Window
}

/** Takes a window apart, so that whole days can come from aggregates. */
export function partsOf({ after, until }: Window): WindowParts {
  const first_day = Math.floor(after / DAY_MS) + 1
  const last_day = Math.floor((until + 1) / DAY_MS) - 1
  const whole = { after, until: Math.max(after, until) }
  // A window that starts at the last instant of a day loses nothing there.
  if (first_day > last_day)
    return {
      first_day,
      last_day,
      head: whole,
      tail: { after: whole.until, until: whole.until },
    }
  return {
    first_day,
    last_day,
    head: { after, until: first_day * DAY_MS - 1 },
    tail: { after: (last_day + 1) * DAY_MS - 1, until },
  }
}

/** The UTC day of a moment, as days since the epoch. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** What the texts call the parts of a window. */
export function windowValues(window: Window): Readonly<Record<string, number>> {
  const { first_day, last_day, head, tail } = partsOf(window)
  return {
    after: window.after,
    until: window.until,
    first_day,
    last_day,
    head_after: head.after,
    head_until: head.until,
    tail_after: tail.after,
    tail_until: tail.until,
  }
}
