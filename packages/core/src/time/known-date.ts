import { compareInstants, type Instant, parseInstant } from './instant.js'

/** A single date, unknown when it is unreadable or later than `now`. */
export function knownDate(
  text: string | null | undefined,
  now: Instant,
): Instant | undefined {
  const at = parseInstant(text)
  return at === undefined || compareInstants(at, now) > 0 ? undefined : at
}
