import type { FetchResponse, RedirectStop } from './fetch-types.js'
import { textOfHeader } from './text.js'

/** What a request becomes on its way through redirects. */
export type Errand = {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export type NextStep =
  | { readonly kind: 'final'; readonly stopped: RedirectStop | null }
  | {
      readonly kind: 'follow'
      readonly errand: Errand
      readonly crossOrigin: boolean
    }

/**
 * Where a response leads, by the Fetch standard, with two differences: a body
 * and the caller's headers never go to another origin.
 */
export function nextStep(
  errand: Errand,
  response: Pick<FetchResponse, 'status' | 'headers'>,
  redirectsLeft: number,
): NextStep {
  const location = locationOf(response)
  if (location === undefined) return final(null)
  if (redirectsLeft <= 0) return final('too_many')
  const from = new URL(errand.url)
  if (!URL.canParse(location, errand.url)) return final('bad_location')
  const to = new URL(location, from)
  const crossOrigin = to.origin !== from.origin
  const dropsBody = becomesGet(response.status, errand.method)
  if (crossOrigin && errand.body !== undefined && !dropsBody)
    return final('body_to_other_origin')
  return {
    kind: 'follow',
    crossOrigin,
    errand: {
      url: to.href,
      method: dropsBody ? 'GET' : errand.method,
      headers: crossOrigin ? onlyAccept(errand.headers) : errand.headers,
      body: dropsBody ? undefined : errand.body,
    },
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function final(stopped: RedirectStop | null): NextStep {
  return { kind: 'final', stopped }
}

function locationOf({
  status,
  headers,
}: Pick<FetchResponse, 'status' | 'headers'>): string | undefined {
  if (!REDIRECTS.has(status)) return undefined
  const field = headers.find(([name]) => name.toLowerCase() === 'location')
  return field === undefined ? undefined : textOfHeader(field[1])
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

function onlyAccept(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => name.toLowerCase() === 'accept',
  )
  return Object.fromEntries(kept)
}
