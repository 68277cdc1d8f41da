import { quantity } from './decode.js'
import { type RpcCall, RpcFailed } from './rpc.js'

/**
 * A provider that is asked for its chain before anything else: what another
 * chain says of our wallets is true there alone. Rejects with `RpcFailed`.
 */
export function ofChain(call: RpcCall, network: string): RpcCall {
  const wanted = Number(network.split(':')[1])
  let checked: Promise<void> | undefined
  const check = async () => {
    const id = quantity(await call('eth_chainId', []))
    if (id !== wanted)
      throw new RpcFailed(`the provider is of chain ${id}, not ${wanted}`)
  }
  return async (method, params) => {
    checked ??= check()
    await checked.catch((error: unknown) => {
      checked = undefined
      throw error
    })
    return call(method, params)
  }
}
