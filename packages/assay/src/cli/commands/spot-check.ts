import {
  atomicToUsd,
  isEvmAddress,
  isSolanaAddress,
  safeText,
} from '@assay402/core'
import { rpcReader } from '@assay402/guard'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import {
  createSafeFetch,
  type SafeFetch,
  userAgentOf,
} from '../../collect/index.js'
import { fetchOver } from '../../delivery/fetch-over.js'
import { callFreeTool, type FreeCall } from '../../delivery/free-call.js'
import { resumeSpotChecks } from '../../delivery/resume.js'
import {
  BUDGET,
  HARD_CAP,
  MOST_A_PURCHASE,
  monthOf,
  type SpotCheckSettings,
} from '../../delivery/settings.js'
import { type SpotCheck, spotCheck } from '../../delivery/spot-check.js'
import type { Store } from '../../store/store.js'
import { SOFTWARE_VERSION } from '../../version.js'
import { createAdmit, POLITE_GAP_MS } from '../../work/admit.js'
import { CliError, EXIT } from '../exit.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'

export type SpotCheckFlags = {
  readonly free?: boolean
  readonly limit: string
  readonly method: string
  readonly data?: string
  readonly rpc?: string
  readonly own: readonly string[]
  readonly allowHost: readonly string[]
  readonly json?: boolean
}

const NETWORK = 'eip155:8453'
const ABOUT = 'https://www.npmjs.com/package/@assay402/assay'

/**
 * `assay spot-check <url…>` buys from sellers with our own small wallet;
 * `--free` calls what the catalogs declare free.
 */
export async function spotCheckCommand(
  urls: readonly string[],
  flags: SpotCheckFlags,
  world: World,
  store: Store,
): Promise<number> {
  const allowHosts = [...readAllowHosts(flags.allowHost)]
  const fetch = createSafeFetch({
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    ...{ clock: world.clock, resolver: world.resolver, allowHosts },
    ...(flags.free !== true && { carries: 'payments' as const }),
  })
  return flags.free === true
    ? callFree(flags, fetch, world, store)
    : buy(urls, flags, allowHosts, fetch, world, store)
}

async function callFree(
  flags: SpotCheckFlags,
  fetch: SafeFetch,
  world: World,
  store: Store,
): Promise<number> {
  const { now, sleep, randomBytes } = world
  const admit = createAdmit({ store, fetch, now, sleep, gapMs: POLITE_GAP_MS })
  const { entries } = await store.directory({
    max_price_atomic: '0',
    sort: 'last_seen',
    limit: limitOf(flags),
  })
  for (const { endpoint } of entries) {
    const tools = { store, fetch, admit, now, randomBytes }
    const call = await callFreeTool(endpoint, tools)
    await write(
      world.terminal.stdout,
      `${flags.json === true ? JSON.stringify({ resource: endpoint.resource, ...call }) : freeLine(endpoint.resource, call)}\n`,
    )
  }
  if (entries.length === 0 && flags.json !== true)
    await write(
      world.terminal.stdout,
      'nothing that is listed is declared free\n',
    )
  return EXIT.allow
}

function limitOf({ limit }: SpotCheckFlags): number {
  const count = Number(limit)
  if (Number.isInteger(count) && count >= 1 && count <= 1_000) return count
  throw new CliError(
    EXIT.usage,
    `--limit: "${limit}" is no count from 1 to 1000`,
    'for example: --limit 20',
  )
}

function freeLine(resource: string, call: FreeCall): string {
  const said =
    call.outcome === 'skipped'
      ? `skipped: ${call.why}`
      : `${call.data.format.result}: ${call.data.format.detail}`
  return `${safeText(resource)}  ${safeText(said)}`
}

async function buy(
  urls: readonly string[],
  flags: SpotCheckFlags,
  vouched: readonly string[],
  fetch: SafeFetch,
  world: World,
  store: Store,
): Promise<number> {
  const account = accountOf(world.terminal.env['ASSAY_PROBE_KEY'])
  const method = methodOf(flags)
  if (urls.length === 0)
    throw new CliError(EXIT.usage, 'there is nothing to buy', 'name a URL')
  const ours = ownOf(flags.own, world.terminal.env)
  const settings: SpotCheckSettings = {
    network: NETWORK,
    monthly_atomic: HARD_CAP,
    most_atomic: MOST_A_PURCHASE,
    own_hosts: ours.hosts,
    own_wallets: [account.address, ...ours.wallets],
    vouched,
  }
  const { now, clock, randomBytes } = world
  const rpc = flags.rpc ?? world.terminal.env['ASSAY_RPC']
  const reader =
    rpc === undefined
      ? undefined
      : rpcReader({
          urls: { [NETWORK]: rpc },
          fetch: fetchOver(fetch, () => undefined),
        })
  if (reader !== undefined)
    await resumeSpotChecks({ store, now, randomBytes, reader })
  const client = () =>
    new x402Client().register(NETWORK, new ExactEvmScheme(account))
  const tools = {
    ...{ store, fetch, now, clock, randomBytes, client, settings, reader },
  }
  for (const url of urls) {
    const check = await spotCheck({ url, method, body: flags.data }, tools)
    await write(
      world.terminal.stdout,
      `${flags.json === true ? JSON.stringify({ url, ...check }) : boughtLine(url, check)}\n`,
    )
  }
  if (flags.json !== true) await sayBudget(world, store)
  return EXIT.allow
}

/** What a method other than these does to a seller is not ours to try. */
function methodOf({ method: given, data }: SpotCheckFlags): 'GET' | 'POST' {
  const method = given.toUpperCase()
  if (method !== 'GET' && method !== 'POST')
    throw new CliError(
      EXIT.usage,
      `--method: "${safeText(given)}" is neither GET nor POST`,
    )
  if (method === 'POST' && data === undefined)
    throw new CliError(
      EXIT.usage,
      '--method POST needs --data',
      'the seller\'s own sample, for example --data \'{"city":"Bern"}\'',
    )
  if (method === 'GET' && data !== undefined)
    throw new CliError(EXIT.usage, '--data goes with --method POST')
  return method
}

/** Origins and wallets that are never paid: the named ones, the service's own. */
function ownOf(
  named: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly hosts: string[]; readonly wallets: string[] } {
  const hosts: string[] = []
  const wallets: string[] = []
  for (const one of [...named, ...OWN_BY_ENV.map((name) => env[name] ?? '')]) {
    if (one === '') continue
    if (isEvmAddress(one) || isSolanaAddress(one)) wallets.push(one)
    else if (/^https?:\/\//i.test(one) && URL.canParse(one))
      hosts.push(new URL(one).origin)
    else
      throw new CliError(
        EXIT.usage,
        `--own: "${safeText(one)}" is neither an origin nor a wallet`,
        '--own https://api.example.com or --own 0x…',
      )
  }
  return { hosts, wallets }
}

const OWN_BY_ENV = ['ASSAY_PAY_TO', 'ASSAY_PAY_TO_SOLANA', 'ASSAY_PUBLIC_URL']

function accountOf(key: string | undefined) {
  if (key !== undefined && /^0x[0-9a-fA-F]{64}$/.test(key))
    return privateKeyToAccount(key as `0x${string}`)
  throw new CliError(
    EXIT.usage,
    key === undefined
      ? 'buying is off: ASSAY_PROBE_KEY is not set'
      : 'ASSAY_PROBE_KEY is no private key of 32 bytes in hex',
    'set it to the key of a wallet of its own that holds no more than you would lose',
  )
}

function boughtLine(url: string, check: SpotCheck): string {
  if (check.outcome === 'not_bought')
    return `${safeText(url)}  not bought: ${safeText(check.detail)}`
  const { payment, format } = check.data
  const price = atomicToUsd(BigInt(payment?.amount_atomic ?? 0))
  return `${safeText(url)}  ${price} USD ${payment?.outcome}; ${format.result}: ${safeText(format.detail)}`
}

async function sayBudget(world: World, store: Store): Promise<void> {
  const spent = await store.budgetSpent(BUDGET, monthOf(world.now()))
  await write(
    world.terminal.stdout,
    `this month: ${atomicToUsd(BigInt(spent))} of ${atomicToUsd(HARD_CAP)} USD\n`,
  )
}
