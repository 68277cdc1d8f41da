import { isObject, safeText } from '@assay402/core'
import type { HeaderField, SafeFetch } from '../../collect/index.js'
import { type RpcCall, RpcFailed } from './rpc.js'

/** 10 000 logs are about 6 MB. */
const MAX_BYTES = 32 * 1024 * 1024
const WHOLE_MS = 60_000

/** A provider by its URL. Rejects with `RpcFailed`, never naming the URL. */
export function rpcOver(fetch: SafeFetch, url: string): RpcCall {
  let id = 0
  return async (method, params) => {
    id += 1
    const result = await fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      maxRedirects: 0,
      limits: {
        bodyBytes: MAX_BYTES,
        wholeMs: WHOLE_MS,
        firstByteMs: WHOLE_MS,
      },
    })
    if (result.outcome !== 'response')
      throw new RpcFailed(`${result.outcome} (${result.code})`)
    if (result.bodyEnd !== 'complete')
      throw new RpcFailed(`the answer was cut off (${result.bodyEnd})`)
    const answer = parsed(result.body)
    const retryAfterMs =
      result.status === 429 ? restOf(result.headers) : undefined
    if (isObject(answer) && isObject(answer['error']))
      throw new RpcFailed(errorText(answer['error']), { retryAfterMs })
    if (result.status !== 200)
      throw new RpcFailed(`status ${result.status}`, { retryAfterMs })
    if (!isObject(answer) || !('result' in answer) || answer['id'] !== id)
      throw new RpcFailed('no JSON-RPC answer')
    return answer['result']
  }
}

const REST_MS = { unsaid: 5_000, most: 120_000 } as const

/** How long a provider wants to be left alone, by its Retry-After in seconds. */
function restOf(headers: readonly HeaderField[]): number {
  const [, value = ''] =
    headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
  const ms = /^[0-9]{1,6}$/.test(value) ? 1_000 * Number(value) : REST_MS.unsaid
  return Math.min(ms, REST_MS.most)
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const MOST_TEXT = 200

function errorText(error: Readonly<Record<string, unknown>>): string {
  const text = `${String(error['code'])} ${String(error['message'])}`
  return safeText(text.slice(0, MOST_TEXT))
}
