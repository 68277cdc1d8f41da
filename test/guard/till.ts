import { decodePaymentSignatureHeader } from '@x402/core/http'
import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
} from '@x402/core/types'
import type { Hex } from 'viem'
import type { Chain } from '../chain/chain.js'

/** What a raw seller does with the payments it receives. */
export type Till = {
  /** The payment of a request, or undefined. */
  readonly paymentOf: (request: Request) => PaymentPayload | undefined
  /** Cashes a payment on the chain by the terms that it names itself. */
  readonly cash: (payment: PaymentPayload) => Promise<SettleResponse>
  /** Sends a transaction that the buyer has signed. */
  readonly broadcast: (signed: Hex) => Promise<void>
}

/** A till on a chain. */
export function createTill(chain: Chain): Till {
  return {
    paymentOf: (request) => {
      const header = request.headers.get('payment-signature')
      return header === null ? undefined : decodePaymentSignatureHeader(header)
    },
    cash: (payment) =>
      chain.facilitator.settle(
        payment,
        payment.accepted as PaymentRequirements,
      ),
    broadcast: async (serializedTransaction) => {
      const hash = await chain.node.sendRawTransaction({
        serializedTransaction,
      })
      await chain.node.waitForTransactionReceipt({ hash })
    },
  }
}
