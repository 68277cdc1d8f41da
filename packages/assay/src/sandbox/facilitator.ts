import type { FacilitatorClient } from '@x402/core/server'
import { BASE, BASE_SEPOLIA } from './sellers/common.js'

/** Why no payment is ever taken here: there is no chain behind the sandbox. */
export const REFUSAL = 'not_in_this_sandbox'

const MESSAGE = 'This sandbox has no chain: it shows terms and takes no money.'

/** A facilitator in this process that supports the kinds and refuses to pay. */
export const refusingFacilitator: FacilitatorClient = {
  verify: async () => ({
    isValid: false,
    invalidReason: REFUSAL,
    invalidMessage: MESSAGE,
  }),
  settle: async (_payment, requirements) => ({
    success: false,
    errorReason: REFUSAL,
    errorMessage: MESSAGE,
    transaction: '',
    network: requirements.network,
  }),
  getSupported: async () => ({
    kinds: [BASE, BASE_SEPOLIA].map((network) => ({
      x402Version: 2,
      scheme: 'exact',
      network: network as `${string}:${string}`,
    })),
    extensions: [],
    signers: {},
  }),
}
