import { guarded } from '@assay402/guard'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A fetch that pays 402 answers, each one judged before anything is signed. */
export function createPayingFetch(
  account: PrivateKeyAccount,
  fetch = globalThis.fetch,
) {
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(account),
  )
  return wrapFetchWithPayment(
    ...guarded(fetch, client, {
      policy: { max_per_payment_usd: '0.10', daily_cap_usd: '5' },
    }),
  )
}
