import { z } from 'zod'
import { type RpcCall, RpcFailed } from '../evm/rpc.js'
import { type SignatureRow, signaturePage } from './shapes.js'

/** What the reader asks Solana; finalized blocks only. */
export type SolanaChain = {
  /** The newest finalized slot, and its time in epoch milliseconds. */
  head(): Promise<{ readonly slot: number; readonly at: number }>
  /** The program that a token belongs to; undefined when it is not known. */
  programOf(mint: string): Promise<string | undefined>
  /** When a slot was; undefined where the node does not know. */
  timeOf(slot: number): Promise<number | undefined>
  /** From when on this node has blocks; undefined when it does not say. */
  firstAt(): Promise<number | undefined>
  /** Signatures that touch an account, the newest first. */
  signatures(
    account: string,
    ask: { readonly before: string | undefined; readonly limit: number },
  ): Promise<SignatureRow[]>
  /** True when a node has a transaction of that signature. */
  knows(signature: string): Promise<boolean>
  /** `getTransaction`; rejects with `RpcFailed` when the node has none. */
  transaction(signature: string): Promise<unknown>
}

/** Slots without a block have no time: so many are looked at. */
const SKIPPED = 16

/** Solana by JSON-RPC. Rejects with `RpcFailed`. */
export function solanaBy(rpc: RpcCall): SolanaChain {
  const finalized = { commitment: 'finalized' } as const
  const timeOf = async (slot: number) => {
    const answer = await rpc('getBlockTime', [slot]).catch(absent)
    if (answer === null || answer === undefined) return undefined
    return whole(answer, 'getBlockTime') * 1_000
  }
  let first: Promise<number | undefined> | undefined
  return {
    timeOf,
    programOf: async (mint) => {
      const answer = await rpc('getAccountInfo', [
        mint,
        // Whose it is is wanted, not what is in it.
        {
          ...finalized,
          encoding: 'base64',
          dataSlice: { offset: 0, length: 0 },
        },
      ])
      const read = accountInfo.safeParse(answer)
      return read.success ? read.data.value?.owner : undefined
    },
    head: async () => {
      const slot = whole(await rpc('getSlot', [finalized]), 'getSlot')
      for (let back = 0; back < SKIPPED && back <= slot; back++) {
        const at = await timeOf(slot - back)
        if (at !== undefined) return { slot: slot - back, at }
      }
      throw new RpcFailed(`no block time near slot ${slot}`)
    },
    firstAt: () => {
      first ??= (async () => {
        const slot = await rpc('getFirstAvailableBlock', []).catch(absent)
        return typeof slot === 'number' ? timeOf(slot) : undefined
      })()
      return first
    },
    signatures: async (account, { before, limit }) => {
      const options = { ...finalized, limit, ...(before && { before }) }
      const answer = await rpc('getSignaturesForAddress', [account, options])
      const read = signaturePage.safeParse(answer)
      if (read.success) return read.data
      const path = read.error.issues[0]?.path.join('.')
      throw new RpcFailed(`no list of signatures (${path})`)
    },
    knows: async (signature) => {
      const answer = await rpc('getSignatureStatuses', [
        [signature],
        { searchTransactionHistory: true },
      ])
      const read = statuses.safeParse(answer)
      if (!read.success) throw new RpcFailed('no signature statuses')
      return read.data.value[0] !== null
    },
    transaction: async (signature) => {
      const answer = await rpc('getTransaction', [
        signature,
        {
          ...finalized,
          encoding: 'jsonParsed',
          maxSupportedTransactionVersion: 0,
        },
      ])
      if (answer === null || answer === undefined)
        throw new RpcFailed(`the node has no transaction ${signature}`)
      return answer
    },
  }
}

/**
 * A provider that has no transaction for a finalized signature has failed, so
 * that another one is asked.
 */
export function demanding(call: RpcCall): RpcCall {
  return async (method, params) => {
    const answer = await call(method, params)
    if (method === 'getTransaction' && (answer ?? null) === null)
      throw new RpcFailed(`the node has no transaction ${String(params[0])}`)
    return answer
  }
}

const accountInfo = z.object({
  value: z.object({ owner: z.string() }).nullable(),
})

const statuses = z.object({ value: z.array(z.unknown()).length(1) })

/** A slot that was skipped, or is not kept, is an error of the node's. */
function absent(error: unknown): undefined {
  if (
    error instanceof RpcFailed &&
    /-3200[0-9]|skipped|cleaned up|not available/i.test(error.message)
  )
    return undefined
  throw error
}

function whole(value: unknown, method: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
    return value
  throw new RpcFailed(`${method}: no whole number`)
}
