import { sha256Hex } from '../json/digest.js'

const METHOD = /^[A-Za-z]{1,32}$/
const ROUTE_TEMPLATE = /^\/[a-zA-Z0-9_/:.\-~%]+$/
const ID_HEX_DIGITS = 32

/**
 * The resource: METHOD, one space, the WHATWG href without its fragment.
 * `undefined` when the method is no word or the URL is not readable http(s).
 */
export function resourceOf(method: string, url: string): string | undefined {
  const parsed = httpUrl(url)
  if (parsed === undefined || !METHOD.test(method)) return undefined
  parsed.hash = ''
  return `${method.toUpperCase()} ${parsed.href}`
}

/** First 128 bits of the SHA-256 of a resource, lower-case hex. */
export function resourceId(resource: string): string {
  return sha256Hex(resource).slice(0, ID_HEX_DIGITS)
}

/**
 * What a catalogue is keyed by: the origin and the path without the query, or
 * the origin and the listing's own route template when that is a readable one.
 * `undefined` for an unreadable URL.
 */
export function catalogKey(
  url: string,
  routeTemplate?: string | null,
): string | undefined {
  const parsed = httpUrl(url)
  if (parsed === undefined) return undefined
  const route =
    typeof routeTemplate === 'string' && isRouteTemplate(routeTemplate)
      ? routeTemplate
      : parsed.pathname
  return parsed.origin + route
}

/** The URL of a resource string; a bare URL is read as well. */
export function urlOfResource(resource: string): URL | undefined {
  return httpUrl(resource.slice(resource.indexOf(' ') + 1))
}

/** A readable http or https URL, else `undefined`. */
export function httpUrl(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:'
    ? parsed
    : undefined
}

function isRouteTemplate(text: string): boolean {
  return ROUTE_TEMPLATE.test(text) && !text.includes('..')
}
