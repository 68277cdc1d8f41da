import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  CANONICAL_USDC,
  isEvmAddress,
  mapNetwork,
  safeText,
} from '@assay402/core'
import { createSafeFetch, userAgentOf } from '../../collect/index.js'
import { settlementsFile } from '../../settlements/default-file.js'
import {
  type DuckDbEngine,
  openDuckDb,
} from '../../settlements/duckdb/engine.js'
import { chainBy } from '../../settlements/evm/chain.js'
import { RpcFailed, withFailOver } from '../../settlements/evm/rpc.js'
import { rpcOver } from '../../settlements/evm/rpc-over-fetch.js'
import {
  ForeignChain,
  type SyncProgress,
  syncEvm,
} from '../../settlements/evm/sync.js'
import {
  csvRows,
  importRows,
  jsonLines,
} from '../../settlements/files/import-rows.js'
import { SettlementsInUse } from '../../settlements/owner-lock.js'
import { settlersOf } from '../../settlements/settlers.js'
import { SOFTWARE_VERSION } from '../../version.js'
import { CliError, EXIT } from '../exit.js'
import { readLines } from '../input.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'

type Common = {
  /** The settlement file. */
  readonly file?: string
  readonly json?: boolean
}

export type SettlementsSyncFlags = Common & {
  /** JSON-RPC URLs; the next one is asked when one fails. */
  readonly rpc: readonly string[]
  readonly network: string
  readonly wallet: readonly string[]
  /** A file of wallets, one a line, or `-`. */
  readonly wallets?: string
  /** How many days back. */
  readonly days: string
  readonly allowHost: readonly string[]
}

export type SettlementsImportFlags = Common & {
  readonly format?: string
}

/** What the catalogs and lists of the operational store know. */
export type SettlementSources = {
  /** Wallets that sellers are paid to. */
  readonly tracked: (network: string) => Promise<readonly string[]>
  /** Facilitators' addresses that were learned since the software was made. */
  readonly facilitators: (network: string) => Promise<readonly string[]>
}

const ABOUT = 'settlement reader'
const DAY_MS = 86_400_000

/**
 * `assay settlements sync`: reads the transfers of tracked wallets from a chain,
 * on from where it was stopped. 69 when the file is in use or no provider answers.
 */
export async function settlementsSyncCommand(
  flags: SettlementsSyncFlags,
  world: World,
  sources: SettlementSources,
): Promise<number> {
  const network = mapNetwork(flags.network).id
  const token = CANONICAL_USDC[network]
  if (token === undefined || !network.startsWith('eip155:'))
    throw new CliError(
      EXIT.usage,
      `--network: the USDC of "${flags.network}" is not known`,
      '--network base',
    )
  const days = Number(flags.days)
  if (!Number.isSafeInteger(days) || days < 1 || days > 3_650)
    throw new CliError(EXIT.usage, `--days: "${flags.days}"`, '--days 60')
  const wallets = await walletsOf(flags, world, await sources.tracked(network))
  const chain = chainBy(providersOf(flags, world), token)
  const settlers = settlersOf(network, await sources.facilitators(network))
  return withEngine(flags, world, async (engine) => {
    const tools = {
      engine,
      chain,
      settlers,
      sleep: world.sleep,
      onProgress: (progress: SyncProgress) => showProgress(progress, world),
    }
    const since = world.now() - days * DAY_MS
    const synced = await syncEvm(tools, { network, wallets, since })
    await engine.refresh()
    clearProgress(world)
    const text =
      flags.json === true
        ? JSON.stringify({ network, wallets: wallets.length, ...synced })
        : `${network}: ${wallets.length} wallets read up to block ${synced.head}, ${synced.added} transfers added, ${synced.removed} replaced`
    await write(world.terminal.stdout, `${text}\n`)
    return EXIT.allow
  })
}

/**
 * `assay settlements import`: takes in Parquet, CSV or JSON lines. 65 when a
 * file cannot be read; rows that cannot be read are counted and left out.
 */
export async function settlementsImportCommand(
  files: readonly string[],
  flags: SettlementsImportFlags,
  world: World,
): Promise<number> {
  return withEngine(flags, world, async (engine) => {
    for (const file of files) {
      const imported = await importFile(engine, file, flags.format)
      const text =
        flags.json === true
          ? JSON.stringify({ file, ...imported })
          : `${safeText(file)}: ${imported.added} added, ${imported.known} known already, ${imported.left_out} left out`
      await write(world.terminal.stdout, `${text}\n`)
    }
    await engine.refresh()
    return EXIT.allow
  })
}

/** `assay settlements export`: immutable Parquet, one file a network and month. */
export async function settlementsExportCommand(
  folder: string,
  flags: Common,
  world: World,
): Promise<number> {
  return withEngine(flags, world, async (engine) => {
    const files = await engine.exportParquet(resolve(folder))
    const text =
      flags.json === true
        ? JSON.stringify({ files })
        : files.length === 0
          ? 'nothing new'
          : files.join('\n')
    await write(world.terminal.stdout, `${text}\n`)
    return EXIT.allow
  })
}

async function importFile(
  engine: DuckDbEngine,
  file: string,
  given: string | undefined,
) {
  const format = given ?? /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()
  try {
    if (format === 'parquet') return await engine.importParquet(resolve(file))
    if (format === 'csv') return await importRows(csvRows(file), engine)
    if (format === 'jsonl' || format === 'ndjson')
      return await importRows(jsonLines(file), engine)
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? ''
    throw new CliError(EXIT.data, `${file}: ${safeText(why)}`)
  }
  throw new CliError(
    EXIT.usage,
    `${file}: what format is it?`,
    '--format parquet, csv or jsonl',
  )
}

async function withEngine(
  flags: Common,
  { terminal }: World,
  work: (engine: DuckDbEngine) => Promise<number>,
): Promise<number> {
  const file = flags.file ?? settlementsFile(terminal.env)
  try {
    if (file !== ':memory:') await mkdir(dirname(file), { recursive: true })
    const engine = await openDuckDb({ file })
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  } catch (error) {
    if (
      error instanceof SettlementsInUse ||
      error instanceof RpcFailed ||
      error instanceof ForeignChain
    )
      throw new CliError(EXIT.unavailable, safeText(error.message))
    throw error
  }
}

async function walletsOf(
  { wallet, wallets }: SettlementsSyncFlags,
  { terminal }: World,
  tracked: readonly string[],
): Promise<string[]> {
  const given = [...wallet]
  if (wallets !== undefined)
    for await (const line of readLines(wallets, terminal))
      if (line.trim() !== '') given.push(line.trim())
  const wrong = given.find((text) => !isEvmAddress(text))
  if (wrong !== undefined)
    throw new CliError(EXIT.usage, `"${wrong}" is no wallet of this network`)
  const chosen = given.length > 0 ? given : tracked.filter(isEvmAddress)
  if (chosen.length > 0)
    return [...new Set(chosen.map((text) => text.toLowerCase()))]
  throw new CliError(
    EXIT.usage,
    'there is no wallet to read: no catalog was read yet',
    '--wallet 0x… or assay index',
  )
}

function providersOf(flags: SettlementsSyncFlags, world: World) {
  const fromEnv = (world.terminal.env['ASSAY_RPC_URL'] ?? '').split(',')
  const urls = (flags.rpc.length > 0 ? flags.rpc : fromEnv).filter(
    (url) => url !== '',
  )
  if (urls.length === 0)
    throw new CliError(
      EXIT.usage,
      'no JSON-RPC provider',
      '--rpc https://… or ASSAY_RPC_URL',
    )
  readAllowHosts(flags.allowHost)
  const fetch = createSafeFetch({
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    clock: world.clock,
    resolver: world.resolver,
    allowHosts: flags.allowHost,
  })
  return withFailOver(urls.map((url) => rpcOver(fetch, url)))
}

function showProgress(progress: SyncProgress, { terminal }: World): void {
  if (terminal.stderr.isTTY !== true) return
  const { stream, streams, direction, from, to, added } = progress
  const way = direction === 'forward' ? 'up to the head' : 'back in time'
  terminal.stderr.write(
    `\r\u001b[2K${stream + 1}/${streams} ${way}: blocks ${from}–${to}, ${added} transfers`,
  )
}

function clearProgress({ terminal }: World): void {
  if (terminal.stderr.isTTY === true) terminal.stderr.write('\r\u001b[2K')
}
