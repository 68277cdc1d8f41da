/** One JSON-RPC call; rejects with whatever went wrong. */
export type RpcCall = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>

/** A node refused, was not to be had, or answered with nonsense. */
export class RpcFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RpcFailed'
  }
}

/**
 * Several providers as one: whoever answered last is asked first, the others
 * when it fails. Rejects with `RpcFailed` when all of them do.
 */
export function withFailOver(providers: readonly RpcCall[]): RpcCall {
  if (providers.length === 0) throw new TypeError('no provider')
  let current = 0
  return async (method, params) => {
    const errors: unknown[] = []
    for (let step = 0; step < providers.length; step++) {
      const place = (current + step) % providers.length
      try {
        const answer = await (providers[place] as RpcCall)(method, params)
        current = place
        return answer
      } catch (error) {
        errors.push(error)
      }
    }
    throw new RpcFailed(`${method}: ${errors.map(messageOf).join('; ')}`, {
      cause: errors,
    })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
