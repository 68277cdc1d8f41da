import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { NameResolver } from '../../collect/index.js'
import { createSafeFetch, userAgentOf } from '../../collect/index.js'
import type { Store } from '../../store/store.js'
import { openDuckDb } from '../duckdb/engine.js'
import type { OwnWallets } from '../figures/own-wallets.js'
import { createSettlementDesk, type SyncReport } from './desk.js'
import { runSettlementJobs } from './jobs.js'
import { networkReaders, type Providers } from './readers.js'
import { sourcesOf } from './sources.js'

export type SettlementWorkOptions = {
  /** The settlement file; this process then owns it. */
  readonly file: string
  readonly store: Store
  readonly providers: Providers
  readonly own: OwnWallets
  readonly userAgentVersion: string
  /** `host:port` targets that may be private. */
  readonly allowHosts?: readonly string[] | undefined
  readonly resolver?: NameResolver | undefined
  readonly now: () => number
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly onProgress?: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

/** What a process does for the settlement rows while it owns them. */
export type SettlementWork = {
  /** Networks that have a provider. */
  readonly networks: readonly string[]
  /** Runs what others have queued; returns how many. To be called often. */
  runJobs(): Promise<number>
  /**
   * Reads a network on from the last time and copies the figures; to be called
   * a few times a day. Rejects when nobody answers: the others can go on.
   */
  sync(network: string): Promise<SyncReport>
  /** Copies figures that grow old though nothing is read. */
  refresh(): Promise<{ readonly copied: number; readonly delisted: number }>
  /** Gives the file back. */
  close(): Promise<void>
}

/** Twice the window, so that a wallet's age can be told. */
const DAYS = 60

/**
 * Takes the settlement rows over, for a process that runs for long. Throws
 * `SettlementsInUse` while another one owns them, `BadProvider`.
 */
export async function openSettlementWork(
  options: SettlementWorkOptions,
): Promise<SettlementWork> {
  const { file, store, own, signal, providers, onProgress } = options
  const { allowHosts, resolver, clock, now, sleep } = options
  const fetch = createSafeFetch({
    userAgent: userAgentOf(options.userAgentVersion, 'settlement reader'),
    carries: 'credentials',
    ...{ clock, resolver, allowHosts },
  })
  const tools = { fetch, now, clock, sleep, signal }
  const readers = networkReaders(providers, tools)
  await mkdir(dirname(file), { recursive: true })
  const engine = await openDuckDb({ file })
  const desk = createSettlementDesk({
    ...{ engine, store, readers, own, now, signal },
    sources: sourcesOf(store),
    ...(onProgress && { onProgress }),
  })
  return {
    networks: desk.networks,
    runJobs: () => runSettlementJobs({ store, desk, signal }),
    sync: (network) => desk.sync({ network, wallets: [], days: DAYS }),
    refresh: () => desk.refresh(),
    close: () => engine.close(),
  }
}
