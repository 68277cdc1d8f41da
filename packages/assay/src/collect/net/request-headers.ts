import type { Refusal } from './url-policy.js'

/** `assay/<version> (+<about>)`: says who asks, and is never a browser's. */
export function userAgentOf(version: string, about: string): string {
  return `assay/${version} (+${about})`
}

/** True for a header that a caller of `safeFetch` may never set. */
export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return (
    FORBIDDEN.has(lower) ||
    lower.startsWith('proxy-') ||
    lower.startsWith('sec-')
  )
}

/** What a fetch may carry beside the question itself. */
export type Cargo = 'nothing' | 'payments' | 'credentials'

/**
 * Our own headers with the caller's over them, or why those are refused. The
 * agent's name, credentials, cookies and framing are never a caller's, and
 * payments only those of a fetch that was made for them.
 */
export function requestHeaders(
  userAgent: string,
  own: Readonly<Record<string, string>>,
  body: 'body' | 'no body',
  cargo: Cargo = 'nothing',
): Record<string, string> | Refusal {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: 'application/json, */*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
    'cache-control': 'no-cache',
  }
  if (body === 'body') headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(own)) {
    const isCarried = CARGO[cargo].has(name.toLowerCase())
    const most = isCarried ? MOST_CARRIED : MOST_CHARACTERS
    if (!TOKEN.test(name) || !VALUE.test(value) || value.length > most)
      return { code: 'header', detail: 'not a header' }
    if (isForbiddenHeader(name) && !isCarried)
      return { code: 'header', detail: name.toLowerCase() }
    headers[name.toLowerCase()] = value
  }
  return headers
}

const TOKEN = /^[!#$%&'*+\-.^`|~\w]{1,256}$/
const VALUE = /^[\t\x20-\x7e]*$/
const MOST_CHARACTERS = 8_192
// A payment repeats what the seller declares of itself.
const MOST_CARRIED = 16_384

const CARGO: Readonly<Record<Cargo, ReadonlySet<string>>> = {
  nothing: new Set(),
  payments: new Set(['payment-signature', 'x-payment']),
  // The operator's own, to a service that they pay for; never to a seller.
  credentials: new Set(['authorization']),
}

const FORBIDDEN: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'cookie2',
  'set-cookie',
  'x-payment',
  'payment-signature',
  'sign-in-with-x',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-csrf-token',
  'user-agent',
  'accept-encoding',
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'via',
])
