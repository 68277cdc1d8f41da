/** One JSON-RPC call; rejects with whatever went wrong. */
export type RpcCall = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>

/** A node refused, was not to be had, or answered with nonsense. */
export class RpcFailed extends Error {
  /** Before that it need not be asked again; undefined: it did not say. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    options?: ErrorOptions & { readonly retryAfterMs?: number | undefined },
  ) {
    super(message, options)
    this.name = 'RpcFailed'
    this.retryAfterMs = options?.retryAfterMs
  }
}

/**
 * Several providers as one: whoever answered last is asked first, the others
 * when it fails; one that asks to be left alone is, while another is left to
 * ask. Rejects with `RpcFailed` when all of them fail.
 */
export function withFailOver(
  providers: readonly RpcCall[],
  clock: () => number = () => 0,
): RpcCall {
  if (providers.length === 0) throw new TypeError('no provider')
  const restingUntil = providers.map(() => Number.NEGATIVE_INFINITY)
  let current = 0
  return async (method, params) => {
    const failures: Failure[] = []
    const turn = providers.map((_, step) => (current + step) % providers.length)
    const awake = turn.filter((place) => (restingUntil[place] ?? 0) <= clock())
    for (const place of awake.length > 0 ? awake : turn) {
      try {
        const answer = await (providers[place] as RpcCall)(method, params)
        current = place
        return answer
      } catch (error) {
        const rest = restOf(error)
        if (rest !== undefined) restingUntil[place] = clock() + rest
        failures.push({ error, rest })
      }
    }
    throw allFailed(method, failures)
  }
}

type Failure = { readonly error: unknown; readonly rest: number | undefined }

function restOf(error: unknown): number | undefined {
  return error instanceof RpcFailed ? error.retryAfterMs : undefined
}

function allFailed(method: string, failures: readonly Failure[]): RpcFailed {
  const told = failures.flatMap(({ rest }) => rest ?? [])
  const text = failures.map(({ error }) => messageOf(error)).join('; ')
  return new RpcFailed(`${method}: ${text}`, {
    cause: failures.map(({ error }) => error),
    // Only when everybody said so: an answer may be nearer than that.
    retryAfterMs:
      told.length === failures.length ? Math.min(...told) : undefined,
  })
}

/**
 * Calls that are not made any more once the signal aborts: a window of many
 * questions would else be read to its end. Rejects with the signal's reason.
 */
export function until(call: RpcCall, signal: AbortSignal | undefined): RpcCall {
  return async (method, params) => {
    signal?.throwIfAborted()
    return call(method, params)
  }
}

/** A provider that is asked at most so often: calls wait for their turn. */
export function paced(
  call: RpcCall,
  { perSecond, clock, sleep }: Pace,
): RpcCall {
  const gap = 1_000 / perSecond
  let next = Number.NEGATIVE_INFINITY
  return async (method, params) => {
    const now = clock()
    const at = Math.max(now, next)
    next = at + gap
    if (at > now) await sleep(at - now)
    return call(method, params)
  }
}

export type Pace = {
  readonly perSecond: number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
