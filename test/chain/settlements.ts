import { getAddress, type Hex, numberToHex } from 'viem'
import type { NodeClient } from './node-client.js'

/** A dollar transfer made by authorization, as the chain shows it. */
export type Settlement = {
  readonly transaction: Hex
  readonly block: number
  /** Seconds since the epoch, of its block. */
  readonly timestamp: number
  /** Who sent the transaction: the facilitator. */
  readonly sender: Hex
  readonly payer: Hex
  readonly pay_to: Hex
  /** Atomic. */
  readonly amount: bigint
  readonly nonce: Hex
}

type Log = {
  readonly address: Hex
  readonly topics: readonly [Hex, ...Hex[]]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
}

const AUTHORIZATION_USED =
  '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const TRANSFER =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Every settlement of a token from a block on, oldest first: an
 * `AuthorizationUsed` and the `Transfer` of the same payer right behind it.
 */
export async function readSettlements(
  node: NodeClient,
  token: Hex,
  fromBlock: bigint,
): Promise<Settlement[]> {
  const logs = await rawLogs(node, {
    address: token,
    fromBlock: numberToHex(fromBlock),
    toBlock: 'latest',
    topics: [[AUTHORIZATION_USED, TRANSFER]],
  })
  const transfers = new Map(
    logs.filter(({ topics }) => topics[0] === TRANSFER).map(placed),
  )
  const found = logs.flatMap((used) => {
    if (used.topics[0] !== AUTHORIZATION_USED) return []
    const transfer = transfers.get(placeOf(used, 1))
    const isIts = transfer?.topics[1] === used.topics[1]
    return transfer !== undefined && isIts ? [{ used, transfer }] : []
  })
  return Promise.all(
    found.map(async ({ used, transfer }) => ({
      ...(await whenAndBy(node, used)),
      payer: addressOf(transfer.topics[1]),
      pay_to: addressOf(transfer.topics[2]),
      amount: BigInt(transfer.data),
      nonce: used.topics[2] as Hex,
    })),
  )
}

// Decoding by the library costs 300 times what slicing does.
async function rawLogs(node: NodeClient, filter: object): Promise<Log[]> {
  const { request } = node as unknown as {
    request: (call: { method: string; params: unknown[] }) => Promise<unknown>
  }
  const logs = await request({ method: 'eth_getLogs', params: [filter] })
  return logs as Log[]
}

async function whenAndBy(node: NodeClient, log: Log) {
  const [block, transaction] = await Promise.all([
    node.getBlock({ blockNumber: BigInt(log.blockNumber) }),
    node.getTransaction({ hash: log.transactionHash }),
  ])
  return {
    transaction: log.transactionHash,
    block: Number(log.blockNumber),
    timestamp: Number(block.timestamp),
    sender: getAddress(transaction.from),
  }
}

function placed(log: Log): [string, Log] {
  return [placeOf(log, 0), log]
}

function placeOf(log: Log, step: number): string {
  return `${log.transactionHash}:${Number(log.logIndex) + step}`
}

function addressOf(topic: Hex | undefined): Hex {
  return getAddress(`0x${topic?.slice(-40)}`)
}
