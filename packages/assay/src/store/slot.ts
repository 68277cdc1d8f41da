/** A slot of the crawl and of endpoint-health: six hours, in milliseconds. */
export const SLOT_MS = 21_600_000
