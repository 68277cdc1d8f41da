/** The list of OFAC in the store. */
export const OFAC_LIST = 'ofac-sdn'

/** The list of facilitators in the store. */
export const FACILITATOR_LIST = 'facilitators'

/** What the names of screening feeds start with in the store. */
export const FEED_PREFIX = 'feed:'

/** Where OFAC publishes its list with every label and date. */
export const OFAC_ADVANCED_URL =
  'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN_ADVANCED.XML'

/** Limits and thresholds of all lists. Sizes are bytes, times milliseconds. */
export const LIST_LIMITS = {
  /** The real file is about 100 MB. */
  list_bytes: 512 * 1024 * 1024,
  json_bytes: 64 * 1024 * 1024,
  line_characters: 65_536,
  entries: 2_000_000,
  /** A new list below this share of the last good one is taken for cut. */
  least_percent_of_last: 80,
  /** Of the lines of a feed, how many must be readable. */
  least_readable_percent: 50,
  connect_ms: 10_000,
  first_byte_ms: 60_000,
  whole_ms: 900_000,
} as const

const HOUR_MS = 3_600_000

/** How long after it was fetched a list counts as fresh, milliseconds. */
export function freshFor(list: string): number {
  if (list === FACILITATOR_LIST) return 30 * 24 * HOUR_MS
  return (list === OFAC_LIST ? 26 : 48) * HOUR_MS
}
