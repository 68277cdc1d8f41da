import { hex, TOPICS, topicOf } from '../decode.js'
import type { RpcCall } from '../rpc.js'

export const TOKEN = `0x${'70'.repeat(20)}`

export type FakeTransfer = {
  readonly block: number
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Signed by the payer, and settled by `sender`. */
  readonly nonce?: number
  readonly sender: string
  readonly contract?: string
}

/** A chain in memory: one transaction a transfer, a block every two seconds. */
export type FakeChain = {
  readonly rpc: RpcCall
  readonly asked: { method: string; params: readonly unknown[] }[]
  add(transfer: FakeTransfer): string
  setHead(block: number): void
  /** Everything from a block on is replaced by other, empty blocks. */
  reorganise(from: number): void
  /** More blocks in one question are refused. */
  limitBlocks(most: number): void
}

export function createFakeChain(start: number): FakeChain {
  let head = 0
  let most = Number.POSITIVE_INFINITY
  let made = 0
  let branch = 0
  const branches: { readonly from: number; readonly branch: number }[] = []
  let transfers: (FakeTransfer & { readonly tx: string })[] = []
  const byTx = new Map<string, FakeTransfer>()
  const asked: { method: string; params: readonly unknown[] }[] = []
  const hashOf = (block: number) => {
    const own = branches.filter(({ from }) => from <= block).at(-1)?.branch ?? 0
    return word(block * 1_000 + own)
  }

  function logsOf(filter: Filter): object[] {
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
    if (to > head) throw new Error('block out of range')
    if (to - from + 1 > most) throw new Error('block range too wide')
    return transfers
      .filter(({ block }) => block >= from && block <= to)
      .flatMap((row) => events(row, hashOf(row.block), filter.address))
      .filter(({ topics }) => matches(topics, filter.topics))
  }

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => hex(8_453),
    eth_blockNumber: () => hex(head),
    eth_getBlockByNumber: ([number]) => {
      const block = Number(number)
      if (block > head) return null
      const at = start / 1_000 + block * 2
      return { number: hex(block), hash: hashOf(block), timestamp: hex(at) }
    },
    eth_getLogs: ([filter]) => logsOf(filter as Filter),
    eth_getTransactionByHash: ([tx]) => {
      const row = byTx.get(tx as string)
      return row && { from: row.sender, to: row.contract ?? TOKEN }
    },
  }
  return {
    asked,
    rpc: async (method, params) => {
      asked.push({ method, params })
      const answer = methods[method]
      if (answer === undefined) throw new Error(`no ${method}`)
      return answer(params)
    },
    add: (transfer) => {
      made += 1
      const tx = word(made + branch * 1_000_000)
      transfers.push({ ...transfer, tx })
      byTx.set(tx, transfer)
      return tx
    },
    setHead: (block) => {
      head = block
    },
    reorganise: (from) => {
      branch += 1
      branches.push({ from, branch })
      transfers = transfers.filter(({ block }) => block < from)
    },
    limitBlocks: (blocks) => {
      most = blocks
    },
  }
}

type Filter = {
  readonly address: string
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: readonly (string | readonly string[] | null)[]
}

type Event = { readonly topics: readonly string[] }

function events(
  row: FakeTransfer & { readonly tx: string },
  blockHash: string,
  address: string,
): Event[] {
  const place = {
    address,
    blockNumber: hex(row.block),
    blockHash,
    transactionHash: row.tx,
  }
  const used = {
    ...place,
    logIndex: '0x0',
    data: '0x',
    topics: [TOPICS.used, topicOf(row.from), word(row.nonce ?? 0)],
  }
  const moved = {
    ...place,
    logIndex: '0x1',
    data: `0x${row.amount.toString(16).padStart(64, '0')}`,
    topics: [TOPICS.transfer, topicOf(row.from), topicOf(row.to)],
  }
  return row.nonce === undefined ? [moved] : [used, moved]
}

function matches(topics: readonly string[], asked: Filter['topics']): boolean {
  return asked.every((want, i) => {
    if (want === null) return true
    const given = topics[i] as string
    return typeof want === 'string' ? want === given : want.includes(given)
  })
}

function word(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
