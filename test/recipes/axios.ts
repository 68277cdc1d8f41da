import { createGuard, guard, guardAxios } from '@assay402/guard'
import { wrapAxiosWithPayment, x402Client } from '@x402/axios'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import type { AxiosInstance } from 'axios'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Makes an axios instance pay 402 answers, each one judged first. */
export function makePaying(
  instance: AxiosInstance,
  account: PrivateKeyAccount,
): AxiosInstance {
  const own = createGuard({
    policy: { max_per_payment_usd: '0.10', daily_cap_usd: '5' },
  })
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(account),
  )
  // The guard comes first: it has to see an answer before the client does.
  return wrapAxiosWithPayment(guardAxios(instance, own), guard(client, own))
}
