import { x402Facilitator } from '@x402/core/facilitator'
import type { FacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import type { Hex } from 'viem'
import type { Sender } from './node-client.js'

/**
 * The official facilitator in this process, both generations of `exact`. The
 * node signs for its account, and one write waits for the other: a refused
 * transaction then leaves no gap in the nonces.
 */
export function createFacilitator(
  sender: Sender,
  address: Hex,
): FacilitatorClient {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const mine = last.then(write, write)
    last = mine
    return mine
  }
  const signer = toFacilitatorEvmSigner({
    address,
    getCode: (args) => sender.getCode(args),
    readContract: (args) =>
      sender.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) =>
      sender.verifyTypedData(args as Parameters<Sender['verifyTypedData']>[0]),
    writeContract: (args) =>
      inTurn(() =>
        sender.writeContract({ ...args, args: args.args ?? [] } as Parameters<
          Sender['writeContract']
        >[0]),
      ),
    sendTransaction: (args) => inTurn(() => sender.sendTransaction(args)),
    waitForTransactionReceipt: (args) => sender.waitForTransactionReceipt(args),
  })
  const facilitator = new x402Facilitator()
    .register('eip155:8453', new ExactEvmScheme(signer))
    // The names of the first generation are no CAIP-2; its type wants one.
    .registerV1('base' as `${string}:${string}`, new ExactEvmSchemeV1(signer))
  return {
    verify: (payment, requirements) =>
      facilitator.verify(payment, requirements),
    settle: (payment, requirements) =>
      facilitator.settle(payment, requirements),
    getSupported: async () => facilitator.getSupported(),
  } as FacilitatorClient
}
