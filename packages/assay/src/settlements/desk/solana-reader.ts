import { isSolanaAddress } from '@assay402/core'
import type { RpcCall } from '../evm/rpc.js'
import { followedHops } from '../figures/hop-cut.js'
import { solanaBy } from '../solana/chain.js'
import { type SolanaProgress, syncSolana } from '../solana/sync.js'
import type { NetworkReader } from './network-reader.js'

export type SolanaReaderOptions = {
  /** CAIP-2. */
  readonly network: string
  /** Of the canonical USDC. */
  readonly mint: string
  readonly rpc: RpcCall
}

/** Reads Solana by JSON-RPC. What sellers send on is not followed. */
export function solanaReader(options: SolanaReaderOptions): NetworkReader {
  const { network, mint, rpc } = options
  return {
    network,
    source: 'solana-rpc',
    isWallet: isSolanaAddress,
    read: async ({ engine, wallets, since, settlers, onProgress, signal }) => {
      const synced = await syncSolana(
        {
          engine,
          // A node's first block is asked for once a reading.
          chain: solanaBy(rpc),
          facilitators: settlers.facilitators,
          signal,
          onProgress: (made) => onProgress(progressText(made)),
        },
        { network, mint, wallets, since },
      )
      const { added, slot } = synced
      return { added, removed: 0, up_to: `slot ${slot}` }
    },
    hops: (engine, tracked) =>
      followedHops(engine, async () => ({
        read: new Set(tracked),
        hubs: new Set(),
      })),
  }
}

function progressText(progress: SolanaProgress): string {
  const { wallet, wallets, transactions, added } = progress
  return `wallet ${wallet + 1}/${wallets}: ${transactions} transactions, ${added} transfers`
}
