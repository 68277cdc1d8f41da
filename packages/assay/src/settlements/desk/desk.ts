import type { FiguresStore } from '../../store/words/figures.js'
import type { DuckDbEngine } from '../duckdb/engine.js'
import { ForeignChain } from '../evm/sync.js'
import { watchChanges } from '../figures/changed-wallets.js'
import {
  type Copied,
  type CopyTools,
  copyFigures,
  delistFigures,
} from '../figures/copy-figures.js'
import { followedHops } from '../figures/hop-cut.js'
import type { OwnWallets } from '../figures/own-wallets.js'
import {
  type FileAsk,
  type FileReport,
  importFile,
} from '../files/import-file.js'
import { settlersOf } from '../settlers.js'
import { DAY_MS } from '../window.js'
import { givenBefore, keepGiven } from './given-wallets.js'
import type { NetworkReader, ReadReport } from './network-reader.js'
import { SettlementsUnreadable } from './network-reader.js'
import { noFuture } from './no-future.js'
import type { SettlementSources } from './sources.js'

export type DeskOptions = {
  /** This process owns it. */
  readonly engine: DuckDbEngine
  /** Where figures are copied to; null: nowhere. */
  readonly store: Pick<FiguresStore, 'figuresOf' | 'saveFigures'> | null
  readonly sources: SettlementSources
  /** One a network at most. */
  readonly readers: readonly NetworkReader[]
  readonly own: OwnWallets
  readonly now: () => number
  readonly onProgress?: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

export type SyncAsk = {
  /** CAIP-2. */
  readonly network: string
  /** None: those that catalogs name, and those that were given before. */
  readonly wallets: readonly string[]
  readonly days: number
}

export type SyncReport = ReadReport &
  Copied & {
    readonly network: string
    readonly wallets: number
  }

export type ImportReport = FileReport & Copied

/** Everything that the owner of the settlement rows does with them. */
export type SettlementDesk = {
  /** Networks that can be read. */
  readonly networks: readonly string[]
  /** Rejects with `SettlementsUnreadable` when there is nobody to ask. */
  sync(ask: SyncAsk): Promise<SyncReport>
  importFile(ask: FileAsk): Promise<ImportReport>
  exportTo(folder: string): Promise<string[]>
  /** Copies the figures that changed or are growing old, of every network. */
  refresh(): Promise<Copied>
}

/** Reads, takes in, gives out, and copies figures after each. */
export function createSettlementDesk(options: DeskOptions): SettlementDesk {
  const { store, sources, readers, own, now, signal } = options
  const rows = noFuture(options.engine, now)
  const { engine, changed } = watchChanges(rows)
  const progress = options.onProgress ?? (() => {})

  async function trackedOn(network: string, given: readonly string[] = []) {
    const before = await givenBefore(options.engine, network)
    const listed = await sources.tracked(network)
    return [...new Set([...given, ...before, ...listed])]
  }

  async function copy(
    network: string,
    tracked: readonly string[],
    whose: ReadonlySet<string> | 'unknown',
  ): Promise<Copied> {
    await engine.refresh()
    if (store === null) return { copied: 0, delisted: 0 }
    const reader = readers.find((one) => one.network === network)
    const tools: CopyTools = {
      reads: engine,
      store,
      own,
      hops:
        reader?.hops(engine, tracked) ??
        followedHops(engine, async () => NOBODY_READ),
      source: reader?.source ?? FILES,
      now,
      signal,
      onCopied: (done, of) => progress(`figures of ${done}/${of} wallets`),
    }
    return copyFigures(tools, { network, tracked, changed: whose })
  }

  return {
    networks: readers.map(({ network }) => network),
    sync: async ({ network, wallets: given, days }) => {
      const reader = readers.find((one) => one.network === network)
      if (reader === undefined)
        throw new SettlementsUnreadable(`nobody can be asked about ${network}`)
      await keepGiven(options.engine, network, given)
      const known = await trackedOn(network, given)
      const tracked = known.filter(reader.isWallet)
      const chosen = given.length > 0 ? given : tracked
      if (chosen.length === 0)
        throw new SettlementsUnreadable(
          `no wallet of ${network} is known: no catalog was read yet`,
        )
      const settlers = settlersOf(network, await sources.facilitators(network))
      const read = await reader
        .read({
          engine,
          wallets: chosen,
          since: now() - days * DAY_MS,
          settlers,
          changed: () => changed.peek(network),
          onProgress: progress,
          signal,
        })
        .catch(async (error: unknown) => {
          // Rows of another chain: what was said by them must not stay.
          if (error instanceof ForeignChain && store !== null)
            await delistFigures(store, {
              ...{ network, wallets: tracked, at: now() },
              why: error.message,
            })
          throw error
        })
      const copied = await copy(network, tracked, changed.take(network))
      return { network, wallets: chosen.length, ...pick(read), ...copied }
    },
    importFile: async (ask) => {
      const report = await importFile(rows, ask)
      let [copied, delisted] = [0, 0]
      for (const network of report.networks) {
        const done = await copy(network, await trackedOn(network), 'unknown')
        copied += done.copied
        delisted += done.delisted
      }
      return { ...report, copied, delisted }
    },
    exportTo: (folder) => engine.exportParquet(folder),
    refresh: async () => {
      let [copied, delisted] = [0, 0]
      for (const { network } of readers) {
        const tracked = await trackedOn(network)
        const done = await copy(network, tracked, changed.take(network))
        copied += done.copied
        delisted += done.delisted
      }
      return { copied, delisted }
    },
  }
}

const FILES = 'files'
const NOBODY_READ = { read: new Set<string>(), hubs: new Set<string>() }

function pick({ added, removed, up_to }: ReadReport): ReadReport {
  return { added, removed, up_to }
}
