import { type RpcCall, RpcFailed } from './rpc.js'

const ATTEMPTS = 6
const PAUSE_MS = { first: 250, most: 120_000 } as const

/** What will be the same the next time: a slot without a block, bad parameters. */
const LASTING = /-3200[1479]\b|-32602\b|-32601\b/

/**
 * Calls that are tried again, later and later, or when the provider said.
 * Rejects with the sixth failure, at once with a lasting one.
 */
export function patient(
  call: RpcCall,
  {
    sleep,
    signal,
  }: {
    readonly sleep: (ms: number) => Promise<void>
    readonly signal?: AbortSignal | undefined
  },
): RpcCall {
  return async (method, params) => {
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted()
      try {
        return await call(method, params)
      } catch (error) {
        const isPassing =
          error instanceof RpcFailed && !LASTING.test(error.message)
        if (!isPassing || attempt >= ATTEMPTS - 1) throw error
        const pause = PAUSE_MS.first * 2 ** attempt
        const asked = error.retryAfterMs ?? 0
        await sleep(Math.min(PAUSE_MS.most, Math.max(pause, asked)))
      }
    }
  }
}
