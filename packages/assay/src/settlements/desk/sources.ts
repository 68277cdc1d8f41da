import { addressKey, networkFamily } from '@assay402/core'
import { FACILITATOR_LIST } from '../../lists/policy.js'
import type { ListStore } from '../../store/store.js'
import type { DirectoryStore } from '../../store/words/directory.js'

/** What the operational store knows that readers need. */
export type SettlementSources = {
  /** Wallets that sellers are paid to on a network, by key. */
  readonly tracked: (network: string) => Promise<readonly string[]>
  /** Facilitators' addresses that were learned since the software was made. */
  readonly facilitators: (network: string) => Promise<readonly string[]>
}

/** Of a world without a store. */
export const NO_SOURCES: SettlementSources = {
  tracked: async () => [],
  facilitators: async () => [],
}

const PAGE = 1_000
/** More wallets than one reader can follow; the rest waits for a bigger one. */
const MOST_WALLETS = 200_000

/** Reads catalogs' wallets and the list of facilitators. */
export function sourcesOf(
  store: Pick<DirectoryStore, 'trackedWallets'> &
    Pick<ListStore, 'currentList' | 'listEntries'>,
): SettlementSources {
  return {
    tracked: async (network) => {
      const wallets = new Set<string>()
      let after: string | null = null
      while (wallets.size < MOST_WALLETS) {
        const page = await store.trackedWallets(network, after, PAGE)
        for (const { pay_to } of page) wallets.add(addressKey(pay_to))
        after = page.at(-1)?.pay_to ?? null
        if (page.length < PAGE || after === null) break
      }
      return [...wallets]
    },
    facilitators: async (network) => {
      const list = await store.currentList(FACILITATOR_LIST)
      if (list === undefined) return []
      const found: string[] = []
      const family = networkFamily(network)
      for await (const entry of store.listEntries(list.id))
        if (entry.family === family) found.push(entry.key)
      return found
    },
  }
}
