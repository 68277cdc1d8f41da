import type { SettlementEngine } from '../engine.js'
import type { SolanaChain } from './chain.js'
import { syncAccount } from './sync-account.js'
import { tokenAccountsOf } from './token-account.js'

export type SolanaSyncTools = {
  readonly engine: Pick<SettlementEngine, 'append' | 'cursor'>
  readonly chain: SolanaChain
  readonly facilitators: ReadonlySet<string>
  readonly onProgress?: (progress: SolanaProgress) => void
  readonly signal?: AbortSignal | undefined
}

export type SolanaSyncAsk = {
  /** CAIP-2. */
  readonly network: string
  /** Of the canonical USDC. */
  readonly mint: string
  readonly wallets: readonly string[]
  /** How far back, epoch milliseconds. */
  readonly since: number
}

export type SolanaProgress = {
  readonly wallet: number
  readonly wallets: number
  readonly transactions: number
  readonly added: number
}

export type SolanaSynced = {
  readonly added: number
  /** The newest finalized slot when reading began. */
  readonly slot: number
}

/**
 * Reads every wallet's token accounts up to the newest finalized slot, and back
 * to `since`. A wallet counts as read only when all of its accounts are.
 */
export async function syncSolana(
  tools: SolanaSyncTools,
  { network, mint, wallets, since }: SolanaSyncAsk,
): Promise<SolanaSynced> {
  const { engine, chain, facilitators, signal } = tools
  const head = await chain.head()
  const program = await chain.programOf(mint)
  let [added, transactions] = [0, 0]
  for (const [place, wallet] of wallets.entries()) {
    const accounts = tokenAccountsOf(wallet, mint, program)
    const read: (number | null)[] = []
    const tell = (count: number, more: number) => {
      transactions += count
      const done = { wallet: place, wallets: wallets.length, transactions }
      tools.onProgress?.({ ...done, added: added + more })
    }
    for (const account of accounts) {
      const synced = await syncAccount(
        { engine, chain, signal, onPage: tell },
        {
          ...{ network, mint, wallet, account, since, facilitators },
          accounts: new Set(accounts),
        },
      )
      added += synced.added
      read.push(synced.read_from)
    }
    const from = read.includes(null)
      ? undefined
      : Math.max(...read.map((at) => at ?? since))
    if (from !== undefined && from <= head.at)
      await engine.append({
        network,
        transfers: [],
        coverage: { wallets: [wallet], from, to: head.at },
      })
  }
  return { added, slot: head.slot }
}
