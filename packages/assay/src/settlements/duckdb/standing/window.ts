import type { Values } from '../../sql/column-reader.js'
import type { Window } from '../../transfer.js'
import { DAY_MS } from '../../window.js'

/** The 30 days that the kept figures are about. */
export const KEPT_MS = 30 * DAY_MS
/** Beyond so much between two windows, adding up anew is cheaper. */
const MOST_MOVED_MS = 3 * DAY_MS

/** Whether two moments are near enough for windows to move between them. */
export function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= MOST_MOVED_MS
}

/** What lies between two windows at either end: taken away (−1) or added. */
export type Moved = Values & {
  readonly low_sign: number
  readonly low_after: number
  readonly low_until: number
  readonly high_sign: number
  readonly high_after: number
  readonly high_until: number
}

/** From one window to another; undefined when they are too far apart. */
export function movedBetween(from: Window, to: Window): Moved | undefined {
  if (
    to.until <= to.after ||
    !isNear(to.after, from.after) ||
    !isNear(to.until, from.until)
  )
    return undefined
  return {
    low_sign: to.after < from.after ? 1 : -1,
    low_after: Math.min(from.after, to.after),
    low_until: Math.max(from.after, to.after),
    high_sign: to.until > from.until ? 1 : -1,
    high_after: Math.min(from.until, to.until),
    high_until: Math.max(from.until, to.until),
  }
}
