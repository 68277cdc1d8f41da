import { isEvmAddress } from '@assay402/core'
import type { CdpCall } from '../cdp/call.js'
import { syncCdp } from '../cdp/sync.js'
import { followedHops } from '../figures/hop-cut.js'
import type { NetworkReader } from './network-reader.js'

export type CdpReaderOptions = {
  /** CAIP-2; the API has Base. */
  readonly network: string
  /** The canonical USDC. */
  readonly token: string
  readonly call: CdpCall
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** Reads Base by the CDP SQL API. What sellers send on is not followed. */
export function cdpReader(options: CdpReaderOptions): NetworkReader {
  const { network, token, call, now, sleep } = options
  return {
    network,
    source: 'cdp-sql',
    isWallet: isEvmAddress,
    read: async ({ engine, wallets, since, settlers, onProgress, signal }) => {
      const { added, until } = await syncCdp(
        {
          ...{ engine, call, network, settlers, now, sleep, signal },
          onProgress: ({ stream, streams, from, added: more }) =>
            onProgress(
              `wallets ${stream + 1}/${streams}: from ${dayText(from)}, ${more} transfers`,
            ),
        },
        { token, wallets, since },
      )
      return { added, removed: 0, up_to: new Date(until).toISOString() }
    },
    hops: (engine, tracked) =>
      followedHops(engine, async () => ({
        read: new Set(tracked),
        hubs: new Set(),
      })),
  }
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
