import { chainBy } from './chain.js'
import { authorizationLog, hex, quantity, TOPICS, topicOf } from './decode.js'
import { type RpcCall, RpcFailed } from './rpc.js'

export type ChargeAsk = {
  readonly payer: string
  /** 32 bytes, hex. */
  readonly nonce: string
  /** Where looking for the transaction begins; it cannot be older. */
  readonly from_block: number
}

/** What became of a signed authorization. */
export type Charge =
  | {
      readonly status: 'charged'
      readonly tx: string
      readonly block: number
      readonly pay_to: string
      readonly amount: bigint
    }
  | {
      readonly status: 'cancelled'
      readonly tx: string
      readonly block: number
    }
  /** Used or cancelled, in a transaction that was not found in the range. */
  | { readonly status: 'used' }
  /** Neither, up to this block: it may still be, until it runs out. */
  | { readonly status: 'unused'; readonly as_of_block: number }

/** Blocks of one question; the newest are asked first. */
const STEP = 2_000
// authorizationState(address,bytes32).
const AUTHORIZATION_STATE = '0xe94a0102'

/**
 * Was (payer, nonce) charged? By `authorizationState`, and by the logs that
 * tell a payment from a cancellation. Rejects with `RpcFailed`.
 */
export async function readCharge(
  rpc: RpcCall,
  token: string,
  { payer, nonce, from_block }: ChargeAsk,
): Promise<Charge> {
  const head = quantity(await rpc('eth_blockNumber', []))
  const data = AUTHORIZATION_STATE + topicOf(payer).slice(2) + wordOf(nonce)
  const state = await rpc('eth_call', [{ to: token, data }, hex(head)])
  if (typeof state !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(state))
    throw new RpcFailed('no authorizationState')
  if (BigInt(state) === 0n) return { status: 'unused', as_of_block: head }
  const topics = [
    [TOPICS.used, TOPICS.canceled],
    topicOf(payer),
    `0x${wordOf(nonce)}`,
  ]
  for (let to = head; to >= from_block; to -= STEP) {
    const from = Math.max(from_block, to - STEP + 1)
    const filter = {
      address: token,
      fromBlock: hex(from),
      toBlock: hex(to),
      topics,
    }
    const logs = await rpc('eth_getLogs', [filter])
    if (!Array.isArray(logs)) throw new RpcFailed('no list of logs')
    const found = logs.map(eventOf).find((event) => event !== undefined)
    if (found !== undefined) return chargeOf(rpc, token, payer, found)
  }
  return { status: 'used' }
}

type Event = {
  readonly kind: 'used' | 'canceled'
  readonly tx: string
  readonly block: number
  readonly log_index: number
}

function eventOf(value: unknown): Event | undefined {
  const [topic] = (value as { topics?: readonly unknown[] }).topics ?? []
  const kind = topic === TOPICS.used ? 'used' : 'canceled'
  const log = authorizationLog(value, TOPICS[kind])
  return log && { kind, tx: log.tx, block: log.block, log_index: log.log_index }
}

async function chargeOf(
  rpc: RpcCall,
  token: string,
  payer: string,
  { kind, tx, block, log_index }: Event,
): Promise<Charge> {
  if (kind === 'canceled') return { status: 'cancelled', tx, block }
  const range = { from: block, to: block }
  const transfers = await chainBy(rpc, token).transfers('from', [payer], range)
  // The token moves the money right behind the event.
  const paid = transfers
    .filter((log) => log.tx === tx && log.log_index > log_index)
    .sort((a, b) => a.log_index - b.log_index)[0]
  return paid === undefined
    ? { status: 'used' }
    : {
        status: 'charged',
        tx,
        block,
        pay_to: paid.to,
        amount: paid.amount,
      }
}

function wordOf(nonce: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(nonce)) throw new TypeError('no nonce')
  return nonce.slice(2).toLowerCase()
}
