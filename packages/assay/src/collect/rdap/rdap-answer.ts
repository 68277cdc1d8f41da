import { formatInstant, isObject, parseInstant } from '@assay402/core'

/** The registration date in an RDAP answer, or why there is none. */
export type RdapReading =
  | {
      readonly status: 'known'
      /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
      readonly registered_at: string
      /** As the registry wrote it. */
      readonly written: string
    }
  | { readonly status: 'unknown'; readonly reason: RdapDefect }

export type RdapDefect =
  | 'bad_json'
  | 'not_a_domain'
  | 'other_domain'
  | 'no_registration_event'
  | 'bad_date'

/**
 * Reads an RDAP answer about `domain` (lower case, A-labels). Only events
 * `registration` count; of several readable ones the latest, since a name may
 * have been registered anew. Total: never throws.
 */
export function readRdapAnswer(text: string, domain: string): RdapReading {
  const answer = parseJson(text)
  if (answer === undefined) return unknown('bad_json')
  if (!isObject(answer)) return unknown('not_a_domain')
  const kind = answer['objectClassName'] ?? 'domain'
  if (typeof kind !== 'string' || kind.toLowerCase() !== 'domain')
    return unknown('not_a_domain')
  if (typeof answer['ldhName'] !== 'string') return unknown('not_a_domain')
  if (nameOf(answer['ldhName']) !== domain) return unknown('other_domain')
  return latest(registrations(answer['events']))
}

/**
 * An RDAP date in UTC. Besides RFC 3339, forms that registries really send: an
 * offset without colon, no zone (taken as UTC, at most 14 hours off), a bare day.
 */
export function readRdapDate(written: string): string | undefined {
  const found = DATE.exec(written.trim())
  if (found === null) return undefined
  const [, day, time = '00:00:00', zone = 'Z'] = found
  const offset = /^[+-]\d{4}$/.test(zone)
    ? `${zone.slice(0, 3)}:${zone.slice(3)}`
    : zone
  const instant = parseInstant(`${day}T${time}${offset}`)
  return instant === undefined ? undefined : formatInstant(instant)
}

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)([Zz]|[+-]\d\d:?\d\d)?)?$/

function unknown(reason: RdapDefect): RdapReading {
  return { status: 'unknown', reason }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

function nameOf(written: string): string {
  const name = written.trim().toLowerCase()
  return name.endsWith('.') ? name.slice(0, -1) : name
}

function registrations(events: unknown): readonly unknown[] {
  if (!Array.isArray(events)) return []
  return events
    .filter(
      (event) =>
        isObject(event) &&
        typeof event['eventAction'] === 'string' &&
        event['eventAction'].trim().toLowerCase() === 'registration',
    )
    .map((event) => event['eventDate'])
}

function latest(dates: readonly unknown[]): RdapReading {
  if (dates.length === 0) return unknown('no_registration_event')
  let found: Extract<RdapReading, { status: 'known' }> | undefined
  for (const written of dates) {
    const at = typeof written === 'string' ? readRdapDate(written) : undefined
    if (at === undefined) continue
    // Both are in one form and UTC, so they order like text.
    if (found === undefined || at > found.registered_at)
      found = { status: 'known', registered_at: at, written: String(written) }
  }
  return found ?? unknown('bad_date')
}
