import { isObject } from '@assay402/core'
import {
  type AuthorizationLog,
  addressIn,
  authorizationLog,
  type Header,
  headerOf,
  hex,
  quantity,
  TOPICS,
  type TransferLog,
  topicOf,
  transferLog,
} from './decode.js'
import { type RpcCall, RpcFailed } from './rpc.js'

/** More logs than one answer may have; a shorter range has fewer. */
export class TooManyLogs extends Error {}

export type Range = { readonly from: number; readonly to: number }

export type Sender = { readonly from: string; readonly to: string | null }

/** What the reader asks a chain, of one token. */
export type Chain = {
  head(): Promise<number>
  header(block: number): Promise<Header | undefined>
  /** Transfers from or to any of these wallets. */
  transfers(
    side: 'from' | 'to',
    wallets: readonly string[],
    range: Range,
  ): Promise<TransferLog[]>
  /** Authorizations that these payers used. */
  authorizations(
    payers: readonly string[],
    range: Range,
  ): Promise<AuthorizationLog[]>
  /** Who sent a transaction, and to which contract. */
  sender(tx: string): Promise<Sender>
}

/** Addresses in one filter, and logs in one answer, at most. */
export const RPC_LIMITS = { addresses: 1_000, logs: 10_000 } as const

/** A chain by JSON-RPC. Rejects with `RpcFailed` or `TooManyLogs`. */
export function chainBy(rpc: RpcCall, token: string): Chain {
  const contract = token.toLowerCase()

  async function logs(topics: readonly unknown[], { from, to }: Range) {
    const filter = {
      address: token,
      fromBlock: hex(from),
      toBlock: hex(to),
      topics,
    }
    const answer = await rpc('eth_getLogs', [filter])
    if (!Array.isArray(answer)) throw new RpcFailed('no list of logs')
    // As many as the limit: the provider may have stopped there.
    if (answer.length >= RPC_LIMITS.logs)
      throw new TooManyLogs(`${answer.length} logs in one answer`)
    for (const log of answer)
      if (!isObject(log) || addressIn(log['address']) !== contract)
        throw new RpcFailed('a log of another contract')
    return answer as unknown[]
  }

  return {
    head: async () => quantity(await rpc('eth_blockNumber', [])),
    header: async (block) => {
      const answer = await rpc('eth_getBlockByNumber', [hex(block), false])
      const header = headerOf(answer)
      if (header !== undefined && header.number !== block)
        throw new RpcFailed(`block ${header.number} instead of ${block}`)
      return header
    },
    transfers: async (side, wallets, range) => {
      const found: TransferLog[] = []
      for (const part of filters(wallets)) {
        const asked = ofWallets(part, side)
        const topics =
          side === 'from'
            ? [TOPICS.transfer, part]
            : [TOPICS.transfer, null, part]
        for (const value of await logs(topics, range)) {
          const log = transferLog(value)
          if (log !== undefined) found.push(within(range, asked(log)))
        }
      }
      return found
    },
    authorizations: async (payers, range) => {
      const found: AuthorizationLog[] = []
      for (const part of filters(payers))
        for (const value of await logs([TOPICS.used, part], range)) {
          const log = authorizationLog(value, TOPICS.used)
          if (log !== undefined) found.push(within(range, log))
        }
      return found
    },
    sender: async (tx) => {
      const answer = await rpc('eth_getTransactionByHash', [tx])
      if (!isObject(answer))
        throw new RpcFailed(`the node has no transaction ${tx}`)
      const { to } = answer as { readonly to?: unknown }
      return {
        from: addressIn(answer['from']),
        to: to === null || to === undefined ? null : addressIn(to),
      }
    },
  }
}

/** A log of another range would be stored, and counted, as if it were read. */
function within<Log extends { readonly block: number }>(
  { from, to }: Range,
  log: Log,
): Log {
  if (log.block < from || log.block > to)
    throw new RpcFailed(`a log of block ${log.block} for ${from}–${to}`)
  return log
}

/** Likewise for one of other wallets. */
function ofWallets(topics: readonly string[], side: 'from' | 'to') {
  const asked = new Set(topics)
  return (log: TransferLog): TransferLog => {
    if (!asked.has(topicOf(log[side])))
      throw new RpcFailed('a transfer of a wallet that was not asked for')
    return log
  }
}

/** Topic lists of at most a thousand addresses. */
function filters(wallets: readonly string[]): string[][] {
  const topics = wallets.map(topicOf)
  const parts: string[][] = []
  for (let i = 0; i < topics.length; i += RPC_LIMITS.addresses)
    parts.push(topics.slice(i, i + RPC_LIMITS.addresses))
  return parts
}
