/** One request as a seller saw it; `at` is ISO 8601 in UTC. */
export type LoggedRequest = {
  readonly at: string
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly user_agent: string | null
  /** True when the request carried a payment header of either generation. */
  readonly with_payment: boolean
}

/** `count` is of all requests, `latest` holds the newest, oldest first. */
export type RequestCount = {
  readonly count: number
  readonly latest: readonly LoggedRequest[]
}

export type RequestLog = {
  readonly add: (seller: string, request: Request) => void
  readonly of: (seller: string) => RequestCount
}

const PAYMENT_HEADERS = ['payment-signature', 'x-payment']

/** Counts requests by seller and keeps the newest `keep` of each in memory. */
export function createRequestLog(
  clock: () => number,
  keep: number,
): RequestLog {
  const seen = new Map<string, { count: number; latest: LoggedRequest[] }>()
  return {
    add(seller, request) {
      const entry = seen.get(seller) ?? { count: 0, latest: [] }
      entry.count += 1
      entry.latest.push(logged(request, clock()))
      if (entry.latest.length > keep) entry.latest.shift()
      seen.set(seller, entry)
    },
    of(seller) {
      const entry = seen.get(seller) ?? { count: 0, latest: [] }
      return { count: entry.count, latest: [...entry.latest] }
    },
  }
}

function logged(request: Request, now: number): LoggedRequest {
  const { pathname, search } = new URL(request.url)
  return {
    at: new Date(now).toISOString(),
    method: request.method,
    path: pathname + search,
    user_agent: request.headers.get('user-agent'),
    with_payment: PAYMENT_HEADERS.some((name) => request.headers.has(name)),
  }
}
