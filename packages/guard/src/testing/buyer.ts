import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

export const ACCOUNT = privateKeyToAccount(`0x${'42'.repeat(32)}`)

export type SigningAccount = {
  readonly address: `0x${string}`
  readonly signTypedData: (data: never) => Promise<`0x${string}`>
}

/** The official client for every EVM network. */
export function stockClient(account: SigningAccount = ACCOUNT): x402Client {
  return new x402Client().register('eip155:*', new ExactEvmScheme(account))
}
