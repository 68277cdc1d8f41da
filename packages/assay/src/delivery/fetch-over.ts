import type { FetchResult, SafeFetch } from '../collect/index.js'

/**
 * The interface of `fetch` over a SafeFetch, for the official client: every
 * address is checked, no redirect is followed, an answer is kept to 64 KiB.
 * `onAnswer` sees each result before the client does.
 */
export function fetchOver(
  safeFetch: SafeFetch,
  onAnswer: (result: FetchResult) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body =
      request.body === null
        ? undefined
        : new Uint8Array(await request.arrayBuffer())
    const result = await safeFetch({
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(carried(request.headers)),
      body,
      maxRedirects: 0,
    })
    onAnswer(result)
    if (result.outcome !== 'response')
      throw new TypeError(`fetch failed: ${result.outcome} (${result.code})`)
    const isEmpty = EMPTY.has(result.status)
    return new Response(isEmpty ? null : Buffer.from(result.body), {
      status: result.status,
      headers: result.headers.map(([name, value]) => [name, value]),
    })
  }
}

const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

/** The official client sets a response header on its request. */
function carried(headers: Headers): [string, string][] {
  return [...headers].filter(
    ([name]) => name !== 'access-control-expose-headers',
  )
}
