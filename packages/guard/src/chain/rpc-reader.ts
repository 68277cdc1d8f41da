import type { Authorization } from '../ledger/event.js'
import type { AuthorizationReader, AuthorizationState } from './reader.js'

export type RpcReaderOptions = {
  /** JSON-RPC endpoints by CAIP-2 network. */
  readonly urls: Readonly<Record<string, string>>
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds for one call; 5 s when not said. */
  readonly timeout_ms?: number
}

const LIMITS = { timeout_ms: 5_000 } as const
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
// authorizationState(address,bytes32) and nonceBitmap(address,uint256).
const AUTHORIZATION_STATE = '0xe94a0102'
const NONCE_BITMAP = '0x4fe02b44'

/**
 * Reads EIP-3009 and Permit2 nonces over JSON-RPC. Never rejects: whatever
 * goes wrong is `unknown`. Solana payments are `unknown` as well.
 */
export function rpcReader(options: RpcReaderOptions): AuthorizationReader {
  const call = options.fetch ?? globalThis.fetch.bind(globalThis)

  async function ask(url: string, method: string, params: unknown[]) {
    const answer = await call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(options.timeout_ms ?? LIMITS.timeout_ms),
    })
    const { result } = (await answer.json()) as { result?: unknown }
    return result
  }

  return async (authorization) => {
    const url = Object.hasOwn(options.urls, authorization.network)
      ? options.urls[authorization.network]
      : undefined
    if (url === undefined) return 'unknown'
    try {
      const question = callOf(authorization)
      if (question === undefined) return 'unknown'
      // The block first: an authorisation unused after it ran out stays unused.
      const block = await ask(url, 'eth_getBlockByNumber', ['latest', false])
      const at = secondsOf(block)
      const number = (block as { number?: unknown } | null)?.number
      const word = await ask(url, 'eth_call', [question.call, number])
      return stateOf(question.isUsed(word), at, authorization.valid_before)
    } catch {
      return 'unknown'
    }
  }
}

type ChainQuestion = {
  readonly call: { readonly to: string; readonly data: string }
  readonly isUsed: (word: unknown) => boolean | undefined
}

function callOf(authorization: Authorization): ChainQuestion | undefined {
  const { kind, asset, payer, nonce } = authorization
  if (kind === 'eip3009')
    return {
      call: {
        to: asset,
        data: AUTHORIZATION_STATE + word(BigInt(payer)) + word(BigInt(nonce)),
      },
      isUsed: (answer) => {
        const value = wordOf(answer)
        return value === undefined ? undefined : value !== 0n
      },
    }
  if (kind !== 'permit2') return undefined
  const number = BigInt(nonce)
  return {
    call: {
      to: PERMIT2,
      data: NONCE_BITMAP + word(BigInt(payer)) + word(number >> 8n),
    },
    isUsed: (answer) => {
      const bits = wordOf(answer)
      return bits === undefined
        ? undefined
        : ((bits >> (number & 0xffn)) & 1n) === 1n
    },
  }
}

function stateOf(
  used: boolean | undefined,
  blockSeconds: number | undefined,
  validBefore: number,
): AuthorizationState {
  if (used === true) return 'used'
  const isOver = blockSeconds !== undefined && blockSeconds > validBefore
  return used === false && isOver ? 'unused' : 'unknown'
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function wordOf(answer: unknown): bigint | undefined {
  return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer)
    ? BigInt(answer)
    : undefined
}

function secondsOf(block: unknown): number | undefined {
  const { timestamp } = (block ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'string' &&
    /^0x[0-9a-fA-F]{1,12}$/.test(timestamp)
    ? Number(timestamp)
    : undefined
}
