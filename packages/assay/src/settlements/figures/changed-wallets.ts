import { addressKey, mapNetwork } from '@assay402/core'
import type { SettlementEngine } from '../engine.js'

/** Wallets whose rows changed, by network, since they were last taken. */
export type ChangedWallets = {
  /** As `take`, and they stay. */
  peek(network: string): ReadonlySet<string>
  take(network: string): ReadonlySet<string>
}

/** An engine that remembers whose rows its batches changed. */
export function watchChanges<Engine extends SettlementEngine>(
  engine: Engine,
): { readonly engine: Engine; readonly changed: ChangedWallets } {
  const byNetwork = new Map<string, Set<string>>()
  const append: Engine['append'] = async (batch) => {
    const stored = await engine.append(batch)
    if (stored.added + stored.removed === 0 || batch.kind === 'hops')
      return stored
    const id = mapNetwork(batch.network).id
    const changed = byNetwork.get(id) ?? new Set()
    byNetwork.set(id, changed)
    for (const { from, to } of batch.transfers) {
      changed.add(addressKey(from))
      changed.add(addressKey(to))
    }
    if (stored.removed > 0)
      for (const wallet of batch.replace?.wallets ?? [])
        changed.add(addressKey(wallet))
    return stored
  }
  return {
    engine: { ...engine, append },
    changed: {
      peek: (network) => byNetwork.get(network) ?? new Set(),
      take: (network) => {
        const changed = byNetwork.get(network) ?? new Set()
        byNetwork.delete(network)
        return changed
      },
    },
  }
}
