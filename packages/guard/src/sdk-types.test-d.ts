import type {
  x402Client as OlderClient,
  wrapAxiosWithPayment,
} from '@x402/axios'
import type { x402Client, x402HTTPClient } from '@x402/core/client'
import type { ClientEvmSigner } from '@x402/evm'
import type { wrapFetchWithPayment } from '@x402/fetch'
import type { ClientSvmSigner } from '@x402/svm'
import type { AxiosInstance } from 'axios'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expectTypeOf } from 'vitest'
import { fileLedger } from './file-ledger.js'
import {
  createGuard,
  type Guard,
  type GuardOptions,
  guard,
  guardAxios,
  guarded,
  guardFetch,
  guardMcp,
  guardSigner,
  type Ledger,
  mcpHooks,
  memoryLedger,
  rpcReader,
  withCall,
} from './index.js'

declare const core: x402Client
declare const http: x402HTTPClient
declare const older: OlderClient
declare const own: Guard
declare const axios: AxiosInstance
declare const wrapFetch: typeof wrapFetchWithPayment
declare const wrapAxios: typeof wrapAxiosWithPayment
declare const account: PrivateKeyAccount
declare const evm: ClientEvmSigner
declare const svm: ClientSvmSigner

// The clients of the SDK go in and come back as what they are.
expectTypeOf(guard(core)).toEqualTypeOf<x402Client>()
expectTypeOf(guard(http, own)).toEqualTypeOf<x402HTTPClient>()
expectTypeOf(
  guard(core, { policy: { daily_cap_usd: '5' } }),
).toEqualTypeOf<x402Client>()
expectTypeOf(guardFetch(fetch, own)).toEqualTypeOf<typeof fetch>()
expectTypeOf(guardAxios(axios, own)).toEqualTypeOf<AxiosInstance>()
expectTypeOf(guardSigner(account, own)).toEqualTypeOf<PrivateKeyAccount>()
expectTypeOf(guardSigner(evm, own)).toEqualTypeOf<ClientEvmSigner>()
expectTypeOf(guardSigner(svm, own)).toEqualTypeOf<ClientSvmSigner>()

// They fit the wrappers as they are.
wrapFetch(...guarded(fetch, core))
wrapFetch(...guarded(fetch, http, own))
// The wrapper of axios brings an older core along.
wrapAxios(guardAxios(axios, own), guard(older, own))

expectTypeOf(createGuard).parameter(0).toEqualTypeOf<GuardOptions | undefined>()
expectTypeOf(memoryLedger()).toEqualTypeOf<Ledger>()
expectTypeOf(fileLedger('x')).toEqualTypeOf<Ledger>()
createGuard({
  ledger: fileLedger('x'),
  reader: rpcReader({ urls: {} }),
  expect: ({ url }) => (url === '' ? undefined : { max_price_usd: '0.01' }),
  on_hold: async ({ report, signal }) =>
    report.reasons.length > 0 && !signal.aborted,
  lists: ({ pay_to }) => ({ screening: pay_to === null ? [] : [{}] }),
})
void fetch(
  'x',
  withCall({ method: 'POST' }, { expect: { host: 'x' }, idempotency_key: 'k' }),
)
expectTypeOf(
  mcpHooks(own, { server_url: 'x' }).onPaymentRequired,
).returns.toEqualTypeOf<Promise<void>>()
declare const mcp: {
  onPaymentRequired: (
    hook: (asked: {
      toolName: string
      arguments: Record<string, unknown>
      paymentRequired: object
    }) => Promise<void>,
  ) => unknown
  onAfterPayment: (
    hook: (paid: {
      paymentPayload: object
      settleResponse: object | null
    }) => Promise<void>,
  ) => unknown
}
expectTypeOf(guardMcp(mcp, own, { server_url: 'x' })).toEqualTypeOf<
  typeof mcp
>()

// @ts-expect-error no client
guard({})
// @ts-expect-error no such fail mode
createGuard({ fail_mode: 'sometimes' })
// @ts-expect-error a limit is no number here
withCall({}, { expect: { max_price_usd: 1 } })
