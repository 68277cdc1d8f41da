import type { HeaderField } from '../net/fetch-types.js'
import { headerText } from '../net/headers.js'

/**
 * Whole seconds from `now` (epoch milliseconds) that a Retry-After header asks
 * for, as a count or an HTTP date; undefined when there is none to be read.
 */
export function retryAfterSeconds(
  headers: readonly HeaderField[],
  now: number,
): number | undefined {
  const text = headerText(headers, 'retry-after')?.trim() ?? ''
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text), MOST_SECONDS)
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  if (Number.isNaN(at)) return undefined
  return Math.max(0, Math.ceil((at - now) / 1_000))
}

// Whatever asks for more; its digits are many, not unreadable.
const MOST_SECONDS = 999_999_999

// RFC 9110's preferred form and the older ones; nothing that Date would guess.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/
