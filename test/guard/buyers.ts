import { type GuardOptions, guarded } from '@assay402/guard'
import { toClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { Chain } from '../chain/chain.js'
import type { BuyerSetup, Stage } from './scenario.js'

/** The official client, for every EVM network, paying as the buyer. */
export function stockClient(chain: Chain, setup: BuyerSetup = {}): x402Client {
  const { buyer, node } = chain
  const signer = toClientEvmSigner(
    {
      address: buyer.address,
      signTypedData: (message) =>
        buyer.signTypedData(
          message as Parameters<typeof buyer.signTypedData>[0],
        ),
      signTransaction: (transaction) => buyer.signTransaction(transaction),
    },
    node as Parameters<typeof toClientEvmSigner>[1],
  )
  const client = new x402Client().register(
    'eip155:*',
    new ExactEvmScheme(signer),
  )
  if (setup.spendControls === false) client.setSpendControls(false)
  return client
}

/** Fetch as the official client wraps it, with nothing in between. */
export function stockFetch(stage: Stage, setup?: BuyerSetup): typeof fetch {
  return wrapFetchWithPayment(
    stage.street.fetch,
    stockClient(stage.chain, setup),
  ) as typeof fetch
}

/** The same client with a guard of its own, by the policy of the setup. */
export function guardedFetch(
  stage: Stage,
  setup: BuyerSetup = {},
  options: GuardOptions = {},
): typeof fetch {
  const client = stockClient(stage.chain, setup)
  const { policy, expect } = setup
  const [inner, paying] = guarded(stage.street.fetch, client, {
    policy,
    expect,
    ...options,
  })
  return wrapFetchWithPayment(inner, paying) as typeof fetch
}
