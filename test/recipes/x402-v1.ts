import { guarded } from '@assay402/guard'
import { ExactEvmSchemeV1 } from '@x402/evm/v1'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Pays sellers of the first generation: terms in the body, `X-PAYMENT` back. */
export function createPayingFetchV1(
  account: PrivateKeyAccount,
  fetch = globalThis.fetch,
) {
  const client = new x402Client().registerV1(
    'base',
    new ExactEvmSchemeV1(account),
  )
  return wrapFetchWithPayment(...guarded(fetch, client))
}
