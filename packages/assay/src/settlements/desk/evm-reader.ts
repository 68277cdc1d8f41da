import { isEvmAddress } from '@assay402/core'
import { chainBy } from '../evm/chain.js'
import { knownHops } from '../evm/hop-streams.js'
import type { RpcCall } from '../evm/rpc.js'
import { CONFIRMATIONS, type SyncProgress, syncEvm } from '../evm/sync.js'
import { syncHops } from '../evm/sync-hops.js'
import { createWindowSize } from '../evm/window-size.js'
import { WINDOW_DAYS } from '../feeds/window.js'
import { followedHops } from '../figures/hop-cut.js'
import { DAY_MS } from '../window.js'
import type { NetworkReader } from './network-reader.js'

export type EvmReaderOptions = {
  /** CAIP-2. */
  readonly network: string
  /** The canonical USDC. */
  readonly token: string
  readonly rpc: RpcCall
  readonly sleep: (ms: number) => Promise<void>
  /** `skip`: what sellers send on is not followed. */
  readonly hops?: 'follow' | 'skip' | undefined
}

/** Reads an EVM network by JSON-RPC, and what sellers send on. */
export function evmReader(options: EvmReaderOptions): NetworkReader {
  const { network, token, rpc, sleep } = options
  const chain = chainBy(rpc, token)
  return {
    network,
    source: 'rpc-logs',
    isWallet: isEvmAddress,
    read: async (ask) => {
      const { engine, wallets, settlers, since, signal } = ask
      const tools = { engine, chain, settlers, sleep, signal }
      const synced = await syncEvm(
        { ...tools, onProgress: (made) => ask.onProgress(progressText(made)) },
        { network, wallets, since },
      )
      const report = { ...synced, up_to: `block ${synced.head}` }
      if (options.hops === 'skip') return report
      const confirmed = Math.max(0, synced.head - CONFIRMATIONS)
      const until = (await chain.header(confirmed))?.at
      if (until === undefined) return report
      ask.onProgress('following what sellers sent on')
      const followed = await syncHops(
        { ...tools, network, window: createWindowSize() },
        {
          sellers: wallets.filter((wallet) => ask.changed().has(wallet)),
          read: new Set(wallets),
          window: { after: until - WINDOW_DAYS * DAY_MS, until },
          confirmed,
        },
      )
      return { ...report, added: report.added + followed.added }
    },
    hops: (engine, tracked) =>
      followedHops(engine, async () => {
        const { read, hubs } = await knownHops(engine, network)
        return { read: new Set([...read, ...tracked]), hubs }
      }),
  }
}

function progressText(progress: SyncProgress): string {
  const { stream, streams, direction, from, to, head, added } = progress
  const way =
    direction === 'forward' ? `of ${head}, up to the head` : 'back in time'
  return `wallets ${stream + 1}/${streams}: blocks ${from}–${to} ${way}, ${added} transfers`
}
