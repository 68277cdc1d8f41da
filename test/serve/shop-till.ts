import type { FacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createChargeReader } from '../../packages/assay/src/serve/billing/index.js'
import { accountOf } from '../chain/accounts.js'
import type { Chain } from '../chain/chain.js'

export const SHOP = accountOf('shop').address

/** A facilitator that counts, and can be made to fail after or before money. */
export type CountedFacilitator = FacilitatorClient & {
  readonly counts: { verified: number; settled: number }
}

export function countedFacilitator(
  { facilitator }: Pick<Chain, 'facilitator'>,
  settle: FacilitatorClient['settle'] = (...args) =>
    facilitator.settle(...args),
): CountedFacilitator {
  const counts = { verified: 0, settled: 0 }
  return {
    counts,
    getSupported: () => facilitator.getSupported(),
    verify: (...args) => {
      counts.verified++
      return facilitator.verify(...args)
    },
    settle: (...args) => {
      counts.settled++
      return settle(...args)
    },
  }
}

export function chainReader({ node }: Pick<Chain, 'node'>) {
  return createChargeReader('eip155:8453', (method, params) =>
    node.request({ method, params } as never),
  )
}

export type Buyer = {
  readonly buy: (url: string, init?: RequestInit) => Promise<Response>
  /** Payment headers that were sent, oldest first. */
  readonly sent: string[]
}

/** The official client over a shop. */
export function buyerAt(
  shop: (request: Request) => Response | Promise<Response>,
  account: ReturnType<typeof accountOf>,
): Buyer {
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(account),
  )
  const sent: string[] = []
  const pay = wrapFetchWithPayment(async (input, init) => {
    const request = new Request(input, init)
    const header = request.headers.get('payment-signature')
    if (header !== null) sent.push(header)
    return shop(request)
  }, client)
  return { buy: (url, init) => pay(url, init), sent }
}
