import type { ChallengeRedirect } from '../challenge-data.js'
import type {
  FetchFailure,
  FetchLimits,
  FetchRequest,
  FetchResponse,
  FetchResult,
} from '../net/fetch-types.js'
import { nextStep } from '../net/redirect.js'
import { retryAfterSeconds } from './retry-after.js'
import type { RobotsData } from './robots-data.js'

/** Named in the evidence record of kind `robots`. */
export const robotsCollector = { id: 'robots', version: '1' } as const

/** RFC 9309 §2.3.1.2: at least five redirects are followed. */
export const ROBOTS_REDIRECTS = 5

/** RFC 9309 §2.5: at least 500 KiB are read. */
export const ROBOTS_LIMITS: Partial<FetchLimits> = { bodyBytes: 512_000 }

export type RobotsTools = {
  /** One request without following redirects; may wait for its turn. */
  readonly ask: (request: FetchRequest) => Promise<FetchResult>
  /** Epoch milliseconds, for a Retry-After that is a date. */
  readonly now: () => number
}

/**
 * Fetches the robots.txt of an authority (`scheme://host[:port]`). A failure of
 * the server, of the network or of the transfer makes it unreachable, any other
 * status than 2xx, 429 and 5xx unavailable. Never rejects but with what `ask`
 * throws.
 */
export async function collectRobots(
  origin: string,
  { ask, now }: RobotsTools,
): Promise<RobotsData> {
  const url = `${origin}/robots.txt`
  const redirects: ChallengeRedirect[] = []
  let request: FetchRequest = {
    url,
    headers: { accept: 'text/plain, */*;q=0.1' },
    limits: ROBOTS_LIMITS,
    maxRedirects: 0,
  }
  for (;;) {
    const result = await ask(request)
    const asked = { url, redirects }
    if (result.outcome !== 'response') return failed(asked, result)
    const errand = { url: result.url, method: 'GET', headers: {} }
    const left = ROBOTS_REDIRECTS - redirects.length
    const step = nextStep({ ...errand, body: undefined }, result, left)
    if (step.kind === 'final')
      return step.stopped === 'too_many'
        ? { ...answered(asked, result, now), code: 'too_many_redirects' }
        : answered(asked, result, now)
    const { status, peer } = result
    const to = step.errand.url
    redirects.push({
      status,
      from: result.url,
      to,
      cross_origin: step.crossOrigin,
      // An answer has come from somewhere.
      address: peer as NonNullable<typeof peer>,
    })
    request = { ...request, url: to, redirectedFrom: result.url }
  }
}

type Asked = Pick<RobotsData, 'url' | 'redirects'>

function failed(asked: Asked, result: FetchFailure): RobotsData {
  const { code, peer: address } = result
  // Nothing was asked; a redirect that leads astray is the server's failure.
  const forbidden = result.outcome === 'refused' && asked.redirects.length === 0
  return {
    ...asked,
    final_url: result.url,
    access: forbidden ? 'refused' : 'unreachable',
    status: null,
    code,
    address,
    body_base64: '',
    body_truncated: false,
    retry_after_s: null,
  }
}

function answered(
  asked: Asked,
  result: FetchResponse,
  now: () => number,
): RobotsData {
  const { status, bodyEnd } = result
  const cut = bodyEnd !== 'complete' && bodyEnd !== 'cap'
  const access = accessOf(status, cut)
  return {
    ...asked,
    final_url: result.url,
    access,
    status,
    code: cut && access === 'unreachable' ? 'body_cut' : null,
    address: result.peer,
    body_base64:
      access === 'rules' ? Buffer.from(result.body).toString('base64') : '',
    body_truncated: bodyEnd === 'cap',
    retry_after_s: retryAfterSeconds(result.headers, now()) ?? null,
  }
}

const TOO_MANY_REQUESTS = 429

function accessOf(status: number, cut: boolean): RobotsData['access'] {
  if (status >= 500 || status === TOO_MANY_REQUESTS) return 'unreachable'
  if (status < 200 || status >= 300) return 'unavailable'
  return cut ? 'unreachable' : 'rules'
}
