import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { safeText } from '@assay402/core'
import { createSafeFetch, userAgentOf } from '../../collect/index.js'
import { randomId } from '../../inspect/ids.js'
import { CdpFailed } from '../../settlements/cdp/call.js'
import { settlementsFile } from '../../settlements/default-file.js'
import {
  createSettlementDesk,
  type SettlementDesk,
} from '../../settlements/desk/desk.js'
import {
  type JobArguments,
  queueJob,
  runSettlementJobs,
} from '../../settlements/desk/jobs.js'
import { SettlementsUnreadable } from '../../settlements/desk/network-reader.js'
import {
  BadProvider,
  networkReaders,
  type Providers,
} from '../../settlements/desk/readers.js'
import { NO_SOURCES, sourcesOf } from '../../settlements/desk/sources.js'
import { openDuckDb } from '../../settlements/duckdb/engine.js'
import { RpcFailed } from '../../settlements/evm/rpc.js'
import { ForeignChain } from '../../settlements/evm/sync.js'
import {
  NO_OWN_WALLETS,
  type OwnWallets,
} from '../../settlements/figures/own-wallets.js'
import { UnreadableFile } from '../../settlements/files/import-file.js'
import { SettlementsInUse } from '../../settlements/owner-lock.js'
import type { Store } from '../../store/store.js'
import type { SettlementJob } from '../../store/words/figures.js'
import { SOFTWARE_VERSION } from '../../version.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'

/** What every settlement command takes. */
export type SettlementFlags = {
  /** The settlement file. */
  readonly file?: string
  readonly json?: boolean
  readonly allowHost?: readonly string[]
}

export type DeskContext = {
  readonly flags: SettlementFlags
  readonly world: World
  /** Null: there is none, and figures are copied nowhere. */
  readonly store: Store | null
  readonly providers: Providers
  readonly own?: OwnWallets
}

const ABOUT = 'settlement reader'
const NO_PROVIDERS: Providers = { rpc: [], cdp: null, perSecond: 1 }

/** For commands that ask nobody. */
export { NO_PROVIDERS }

/** The settlement file of a command. */
export function fileOf({ file }: SettlementFlags, { terminal }: World): string {
  return file ?? settlementsFile(terminal.env)
}

/**
 * Runs work at the settlement desk. While another process owns the file, the
 * same is left for it as a job instead, and that is said.
 */
export async function atDesk<Kind extends keyof JobArguments>(
  context: DeskContext,
  work: (desk: SettlementDesk) => Promise<void>,
  job: { readonly kind: Kind; readonly arguments: JobArguments[Kind] },
): Promise<number> {
  const { flags, world, store } = context
  const file = fileOf(flags, world)
  const stop = new AbortController()
  const release = stopOnSignals(stop)
  try {
    if (file !== ':memory:') await mkdir(dirname(file), { recursive: true })
    const readers = readersOf(context, stop.signal)
    const engine = await openDuckDb({ file })
    try {
      const desk = createSettlementDesk({
        engine,
        store,
        sources: store === null ? NO_SOURCES : sourcesOf(store),
        readers,
        own: context.own ?? NO_OWN_WALLETS,
        now: world.now,
        onProgress: (text) => showProgress(text, world),
        signal: stop.signal,
      })
      await work(desk)
      if (store !== null) await runLeft(store, desk, stop.signal)
    } finally {
      clearProgress(world)
      await engine.close()
    }
    return EXIT.allow
  } catch (error) {
    if (error instanceof SettlementsInUse && store !== null)
      return await leaveJob(error, job, context, store)
    throw explained(error, stop.signal)
  } finally {
    release()
  }
}

/**
 * What others queued while the rows were ours, or before. Who can ask nobody
 * leaves what is to be read for somebody who can.
 */
async function runLeft(
  store: Store,
  desk: SettlementDesk,
  signal: AbortSignal,
): Promise<void> {
  if (desk.networks.length === 0) {
    const jobs = await store.settlementJobs(JOBS_LOOKED_AT)
    const isOpen = ({ kind, state }: SettlementJob) =>
      kind === 'sync' && (state === 'queued' || state === 'running')
    if (jobs.some(isOpen)) return
  }
  await runSettlementJobs({ store, desk, signal })
}

const JOBS_LOOKED_AT = 100

function readersOf(
  { flags, world, providers }: DeskContext,
  signal: AbortSignal,
) {
  const allowHosts = flags.allowHost ?? []
  readAllowHosts(allowHosts)
  const { clock, now, resolver, sleep } = world
  const fetch = createSafeFetch({
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    carries: 'credentials',
    ...{ clock, resolver, allowHosts },
  })
  return networkReaders(providers, { fetch, now, clock, sleep, signal })
}

async function leaveJob<Kind extends keyof JobArguments>(
  { message }: SettlementsInUse,
  job: { readonly kind: Kind; readonly arguments: JobArguments[Kind] },
  { flags, world }: DeskContext,
  store: Store,
): Promise<number> {
  const id = randomId(world.randomBytes(16))
  await queueJob(store, { ...job, id, at: world.now() })
  const text =
    flags.json === true
      ? JSON.stringify({ queued: id, kind: job.kind })
      : `${message}; it was asked to do this: job ${id} (assay settlements status shows it)`
  await write(world.terminal.stdout, `${text}\n`)
  return EXIT.allow
}

const UNAVAILABLE = [
  SettlementsInUse,
  SettlementsUnreadable,
  RpcFailed,
  CdpFailed,
  ForeignChain,
] as const

function explained(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof Error)) return error
  const message = safeText(error.message)
  if (signal.aborted && error === signal.reason)
    return new CliError(EXIT.unavailable, message, 'the next run goes on there')
  if (error instanceof BadProvider)
    return new CliError(EXIT.usage, message, PROVIDER_HINT)
  if (error instanceof UnreadableFile) return new CliError(EXIT.data, message)
  return UNAVAILABLE.some((kind) => error instanceof kind)
    ? new CliError(EXIT.unavailable, message)
    : error
}

export const PROVIDER_HINT =
  '--rpc https://… or --rpc solana=https://… (ASSAY_RPC_URL), or ASSAY_CDP_TOKEN'

/** The first interrupt ends well, at the next stored step; the second at once. */
function stopOnSignals(stop: AbortController): () => void {
  const end = () => {
    if (stop.signal.aborted) process.exit(EXIT.unavailable)
    stop.abort(new Error('interrupted: what was read is stored'))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return () => {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

function showProgress(text: string, { terminal }: World): void {
  if (terminal.stderr.isTTY === true)
    terminal.stderr.write(`\r\u001b[2K${safeText(text)}`)
}

function clearProgress({ terminal }: World): void {
  if (terminal.stderr.isTTY === true) terminal.stderr.write('\r\u001b[2K')
}
