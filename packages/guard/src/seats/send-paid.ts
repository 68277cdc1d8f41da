import type { PaidRequest } from '../request.js'
import type { OutgoingRequest } from './fetch-request.js'

type Fetch = typeof globalThis.fetch

const MOST_HOPS = 3
/** Redirects that keep method and body. */
const SAME_REQUEST: readonly number[] = [307, 308]

/**
 * Sends a paid request. Redirects are followed by hand: only inside the origin
 * and only where the request stays what it is. Any other redirect comes back
 * as it is.
 */
export async function sendPaid(
  fetch: Fetch,
  request: OutgoingRequest,
  { url, host, method }: PaidRequest,
): Promise<Response> {
  // The headers that were looked at, whatever became of the caller's since.
  let response = await fetch(request.input, {
    ...manual(request.init),
    headers: request.headers,
  })
  let at = url
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const next = nextOf(response, at, host, method)
    if (next === undefined) return response
    await response.body?.cancel()
    at = next
    response = await fetch(at, {
      ...manual(request.init),
      method,
      headers: request.headers,
      body: bodyOf(await request.body()),
    })
  }
  return response
}

function manual(init: RequestInit | undefined): RequestInit {
  return { ...init, redirect: 'manual' }
}

function nextOf(
  response: Response,
  at: string,
  origin: string,
  method: string,
): string | undefined {
  const { status, headers } = response
  const isRead = method === 'GET' || method === 'HEAD'
  const keeps = SAME_REQUEST.includes(status)
  if (!keeps && !(isRead && [301, 302, 303].includes(status))) return undefined
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, at)) return undefined
  const next = new URL(location, at)
  return next.origin === origin ? next.href : undefined
}

function bodyOf(body: string | Uint8Array | null | undefined): BodyInit | null {
  if (body === null || body === undefined || body.length === 0) return null
  return typeof body === 'string' ? body : new Uint8Array(body)
}
