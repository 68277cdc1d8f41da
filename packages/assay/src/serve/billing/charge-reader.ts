import type { Charge } from '../../settlements/evm/charge.js'
import { readCharge } from '../../settlements/evm/charge.js'
import type { RpcCall } from '../../settlements/evm/rpc.js'

export type ChargeQuestion = {
  /** CAIP-2. */
  readonly network: string
  /** The token. */
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  /** Milliseconds since the payment was stored: it cannot be charged earlier. */
  readonly age: number
}

/** Was it charged? Undefined: nobody here can say, ask again later. */
export type ChargeReader = (
  question: ChargeQuestion,
) => Promise<Charge | undefined>

/** Blocks of the quickest chain that we charge on come every 200 ms. */
const BLOCKS_A_SECOND = 5
/** Two clocks are never quite the same. */
const MARGIN_SECONDS = 60

/** Asks the node of one network; other networks and failures are undefined. */
export function createChargeReader(
  network: string,
  rpc: RpcCall,
): ChargeReader {
  return async (question) => {
    if (question.network !== network) return undefined
    const { asset, payer, nonce, age } = question
    try {
      const head = Number(BigInt(String(await rpc('eth_blockNumber', []))))
      const seconds = Math.ceil(age / 1_000) + MARGIN_SECONDS
      const from_block = Math.max(0, head - seconds * BLOCKS_A_SECOND)
      return await readCharge(rpc, asset, { payer, nonce, from_block })
    } catch {
      return undefined
    }
  }
}
