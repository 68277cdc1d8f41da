import { resolve } from 'node:path'
import {
  addressKey,
  isEvmAddress,
  isSolanaAddress,
  mapNetwork,
  parseInstant,
  safeText,
} from '@assay402/core'
import { z } from 'zod'
import type {
  ImportReport,
  SettlementDesk,
  SyncReport,
} from '../../settlements/desk/desk.js'
import {
  type Providers,
  providersFromEnv,
  rateOf,
} from '../../settlements/desk/readers.js'
import {
  NO_OWN_WALLETS,
  type OwnWallets,
  ownWalletsOf,
} from '../../settlements/figures/own-wallets.js'
import type { Covers } from '../../settlements/files/import-file.js'
import type { Store } from '../../store/store.js'
import { CliError, EXIT } from '../exit.js'
import { readJson, readLines } from '../input.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import {
  atDesk,
  NO_PROVIDERS,
  PROVIDER_HINT,
  type SettlementFlags,
} from './settlements-desk.js'

type Owned = SettlementFlags & {
  /** A file of the operator's own wallets (ASSAY_DISCLOSURES). */
  readonly disclosures?: string
}

export type SettlementsSyncFlags = Owned & {
  /** `URL` or `network=URL`; the next of a network is asked when one fails. */
  readonly rpc: readonly string[]
  /** `rpc` or `cdp`; what is configured when absent. */
  readonly source?: string
  /** None: all that have a provider. */
  readonly network: readonly string[]
  readonly wallet: readonly string[]
  /** A file of wallets, one a line, or `-`. */
  readonly wallets?: string
  readonly days: string
  readonly rate?: string
  /** False for `--no-hops`. */
  readonly hops?: boolean
}

export type SettlementsImportFlags = Owned & {
  readonly format?: string
  /** `FROM..TO`, RFC 3339. */
  readonly covers?: string
}

/** More wallets by name than this are no command line but a catalog. */
const MOST_WALLETS = 20_000

/**
 * `assay settlements sync`: reads the transfers of tracked wallets, on from
 * where it was stopped, and copies the figures. 69 when no provider answers.
 */
export async function settlementsSyncCommand(
  flags: SettlementsSyncFlags,
  world: World,
  store: Store | null,
): Promise<number> {
  const providers = providersOf(flags, world)
  const days = readDays(flags.days)
  const given = await walletsOf(flags, world)
  const networks = flags.network.map((name) => mapNetwork(name).id)
  const own = await ownWallets(flags, world)
  return atDesk(
    { flags, world, store, providers, own },
    async (desk) => {
      const chosen = networks.length > 0 ? networks : desk.networks
      for (const network of chosen)
        await say(flags, world, await syncOne(desk, network, given, days))
    },
    { kind: 'sync', arguments: { networks, wallets: given, days } },
  )
}

/**
 * `assay settlements import`: takes in Parquet, CSV or JSON lines. 65 when a
 * file cannot be read; rows that cannot be read are counted and left out.
 */
export async function settlementsImportCommand(
  files: readonly string[],
  flags: SettlementsImportFlags,
  world: World,
  store: Store | null,
): Promise<number> {
  const covers = flags.covers === undefined ? undefined : readSpan(flags.covers)
  const own = await ownWallets(flags, world)
  const { format } = flags
  const paths = files.map((file) => resolve(file))
  return atDesk(
    { flags, world, store, providers: NO_PROVIDERS, own },
    async (desk) => {
      for (const file of paths)
        await say(flags, world, await desk.importFile({ file, format, covers }))
    },
    { kind: 'import', arguments: { files: paths, format, covers } },
  )
}

/** `assay settlements export`: immutable Parquet, one file a network and month. */
export async function settlementsExportCommand(
  folder: string,
  flags: SettlementFlags,
  world: World,
  store: Store | null,
): Promise<number> {
  const path = resolve(folder)
  return atDesk(
    { flags, world, store, providers: NO_PROVIDERS },
    async (desk) => {
      const files = await desk.exportTo(path)
      const text =
        flags.json === true
          ? JSON.stringify({ files })
          : files.length === 0
            ? 'nothing new'
            : files.join('\n')
      await write(world.terminal.stdout, `${text}\n`)
    },
    { kind: 'export', arguments: { folder: path } },
  )
}

function providersOf(flags: SettlementsSyncFlags, world: World): Providers {
  const env = providersFromEnv(world.terminal.env)
  const { source } = flags
  if (source !== undefined && source !== 'rpc' && source !== 'cdp')
    throw new CliError(
      EXIT.usage,
      `--source: "${source}"`,
      '--source rpc or cdp',
    )
  if (source === 'cdp' && env.cdp === null)
    throw new CliError(EXIT.usage, '--source cdp: ASSAY_CDP_TOKEN is not set')
  const rpc = flags.rpc.length > 0 ? flags.rpc : env.rpc
  // Providers that are named now come before those of the environment.
  const isRpc =
    source === 'rpc' || (source === undefined && flags.rpc.length > 0)
  const providers: Providers = {
    rpc,
    cdp: isRpc ? null : env.cdp,
    perSecond: flags.rate === undefined ? env.perSecond : rateOf(flags.rate),
    hops: flags.hops === false ? 'skip' : 'follow',
  }
  if (rpc.length === 0 && providers.cdp === null)
    throw new CliError(EXIT.usage, 'there is nobody to ask', PROVIDER_HINT)
  return providers
}

async function syncOne(
  desk: SettlementDesk,
  network: string,
  given: readonly string[],
  days: number,
): Promise<SyncReport> {
  const isEvm = network.startsWith('eip155:')
  const wallets = given.filter((wallet) => wallet.startsWith('0x') === isEvm)
  return desk.sync({ network, wallets, days })
}

async function walletsOf(
  { wallet, wallets }: SettlementsSyncFlags,
  { terminal }: World,
): Promise<string[]> {
  const given = new Set<string>()
  const take = (text: string) => {
    const name = addressOf(text)
    if (name === undefined)
      throw new CliError(
        EXIT.usage,
        `"${safeText(text.slice(0, 100))}" is no wallet`,
        '--wallet 0x… or a Solana address',
      )
    given.add(name)
    if (given.size > MOST_WALLETS)
      throw new CliError(EXIT.usage, `more than ${MOST_WALLETS} wallets`)
  }
  for (const text of wallet) take(text)
  if (wallets !== undefined)
    for await (const line of readLines(wallets, terminal))
      if (line.trim() !== '') take(line.trim())
  return [...given]
}

function addressOf(text: string): string | undefined {
  return isEvmAddress(text) || isSolanaAddress(text)
    ? addressKey(text)
    : undefined
}

const DISCLOSURES = z.object({
  wallets: z
    .array(
      z.object({
        network: z.string(),
        wallet: z.string(),
        role: z.enum(['bootstrap', 'probe', 'other']),
      }),
    )
    .default([]),
})

async function ownWallets(
  { disclosures }: Owned,
  { terminal }: World,
): Promise<OwnWallets> {
  const { env } = terminal
  const file = disclosures ?? env['ASSAY_DISCLOSURES']
  const paid = [env['ASSAY_PAY_TO'], env['ASSAY_PAY_TO_SOLANA']]
    .filter((wallet) => wallet !== undefined)
    .map(addressKey)
  if (file === undefined || file === '')
    return { ...NO_OWN_WALLETS, paid_to: paid }
  const read = DISCLOSURES.safeParse(await readJson(file, terminal))
  if (read.success) return ownWalletsOf(read.data, paid)
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  throw new CliError(
    EXIT.data,
    `${safeText(file)}: ${path.join('.')}: ${message}`,
    '{ "wallets": [ { "network": "base", "wallet": "0x…", "role": "probe" } ] }',
  )
}

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isSafeInteger(days) && days >= 1 && days <= 3_650) return days
  throw new CliError(EXIT.usage, `--days: "${text}"`, '--days 60')
}

function readSpan(text: string): Covers {
  const [from, to, more] = text.split('..')
  const [first, last] = [from, to].map((part) => parseInstant(part)?.ms)
  if (first !== undefined && last !== undefined && more === undefined)
    if (first <= last) return { from: first, to: last }
  throw new CliError(
    EXIT.usage,
    `--covers: "${safeText(text)}"`,
    '--covers 2026-10-01T00:00:00Z..2026-11-30T23:59:59Z',
  )
}

async function say(
  { json }: SettlementFlags,
  { terminal }: World,
  report: SyncReport | ImportReport,
): Promise<void> {
  const text = json === true ? JSON.stringify(report) : textOf(report)
  await write(terminal.stdout, `${text}\n`)
}

function textOf(report: SyncReport | ImportReport): string {
  const { copied, delisted } = report
  const figures = `figures of ${copied} wallets copied${delisted === 0 ? '' : `, ${delisted} of them delisted`}`
  if ('file' in report) {
    const { file, added, known, left_out } = report
    return `${safeText(file)}: ${added} added, ${known} known already, ${left_out} left out; ${figures}`
  }
  const { network, wallets, up_to, added, removed } = report
  return `${network}: ${wallets} wallets read up to ${up_to}, ${added} transfers added, ${removed} replaced; ${figures}`
}
