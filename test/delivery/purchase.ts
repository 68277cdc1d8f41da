import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { createSafeFetch } from '../../packages/assay/src/collect/index.js'
import {
  HARD_CAP,
  MOST_A_PURCHASE,
} from '../../packages/assay/src/delivery/settings.js'
import type { SpotCheckTools } from '../../packages/assay/src/delivery/spot-check.js'
import type { Store } from '../../packages/assay/src/store/store.js'
import { rpcReader } from '../../packages/guard/src/index.js'
import { accountOf } from '../chain/accounts.js'

export const PROBE = accountOf('probe wallet')
export const NETWORK = 'eip155:8453'

/** The tools of real purchases on a local chain. */
export function purchaseTools(
  store: Store,
  chainUrl: string,
  vouched: readonly string[],
): SpotCheckTools {
  return {
    store,
    fetch: createSafeFetch({
      userAgent: 'assay/test (+https://assay.example)',
      clock: () => performance.now(),
      allowHosts: vouched,
      carries: 'payments',
    }),
    now: () => Date.now(),
    clock: () => performance.now(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    client: () => new x402Client().register(NETWORK, new ExactEvmScheme(PROBE)),
    settings: {
      network: NETWORK,
      monthly_atomic: HARD_CAP,
      most_atomic: MOST_A_PURCHASE,
      own_hosts: [],
      own_wallets: [PROBE.address],
      vouched,
    },
    reader: rpcReader({ urls: { [NETWORK]: chainUrl } }),
  }
}
