import {
  CANONICAL_USDC,
  mapNetwork,
  networkFamily,
  safeText,
} from '@assay402/core'
import type { SafeFetch } from '../../collect/index.js'
import { CDP_URL, cdpOver } from '../cdp/call.js'
import { ofChain } from '../evm/of-chain.js'
import { patient } from '../evm/patient.js'
import { paced, type RpcCall, until, withFailOver } from '../evm/rpc.js'
import { rpcOver } from '../evm/rpc-over-fetch.js'
import { demanding } from '../solana/chain.js'
import { cdpReader } from './cdp-reader.js'
import { evmReader } from './evm-reader.js'
import type { NetworkReader } from './network-reader.js'
import { solanaReader } from './solana-reader.js'

/** Who is asked about settlements. */
export type Providers = {
  /**
   * JSON-RPC URLs, `network=URL` or the URL alone for Base; several of one
   * network stand in for each other.
   */
  readonly rpc: readonly string[]
  /** The SQL API, which reads Base instead of JSON-RPC; null: not used. */
  readonly cdp: { readonly token: string; readonly url: string } | null
  /** Requests to one provider a second. */
  readonly perSecond: number
  readonly hops?: 'follow' | 'skip' | undefined
}

export type ReaderTools = {
  /** The only way out; it carries credentials, for the SQL API alone. */
  readonly fetch: SafeFetch
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/** A setting that names no provider. */
export class BadProvider extends TypeError {}

export const BASE = mapNetwork('base').id
export const SOLANA = mapNetwork('solana').id
export const PER_SECOND = 10

type Env = Readonly<Record<string, string | undefined>>

/**
 * The providers that the environment names: `ASSAY_RPC_URL` (URLs, with commas
 * between them), `ASSAY_CDP_TOKEN`, `ASSAY_CDP_URL`, `ASSAY_RPC_RATE`.
 */
export function providersFromEnv(env: Env): Providers {
  const token = env['ASSAY_CDP_TOKEN'] ?? ''
  const rate = env['ASSAY_RPC_RATE']
  return {
    rpc: (env['ASSAY_RPC_URL'] ?? '').split(',').filter((url) => url !== ''),
    cdp: token === '' ? null : { token, url: env['ASSAY_CDP_URL'] ?? CDP_URL },
    perSecond: rate === undefined ? PER_SECOND : rateOf(rate),
  }
}

/** A rate of 1 to 1000 a second. Throws `BadProvider`. */
export function rateOf(text: string): number {
  const rate = Number(text)
  if (rate >= 1 && rate <= 1_000) return rate
  throw new BadProvider(`"${safeText(text)}" is no rate of 1 to 1000 a second`)
}

/** One reader a network that has a provider. Throws `BadProvider`. */
export function networkReaders(
  providers: Providers,
  tools: ReaderTools,
): NetworkReader[] {
  const readers = new Map<string, NetworkReader>()
  for (const [network, urls] of urlsByNetwork(providers.rpc))
    readers.set(network, rpcReader(network, urls, providers, tools))
  const { cdp } = providers
  if (cdp !== null)
    readers.set(
      BASE,
      cdpReader({
        ...tools,
        network: BASE,
        token: CANONICAL_USDC[BASE] as string,
        call: cdpOver(tools.fetch, { baseUrl: cdp.url, token: cdp.token }),
      }),
    )
  return [...readers.values()]
}

function rpcReader(
  network: string,
  urls: readonly string[],
  { perSecond, hops }: Providers,
  tools: ReaderTools,
): NetworkReader {
  const usdc = CANONICAL_USDC[network]
  if (usdc === undefined)
    throw new BadProvider(`the USDC of "${safeText(network)}" is not known`)
  const isSolana = networkFamily(network) === 'solana'
  const { clock, sleep } = tools
  const calls = urls.map((url): RpcCall => {
    const call = paced(rpcOver(tools.fetch, url), { perSecond, clock, sleep })
    return isSolana ? demanding(call) : ofChain(call, network)
  })
  const rpc = until(withFailOver(calls, clock), tools.signal)
  return isSolana
    ? solanaReader({ network, mint: usdc, rpc: patient(rpc, tools) })
    : evmReader({ network, token: usdc, rpc, sleep, hops })
}

function urlsByNetwork(given: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const text of given) {
    const [, name = 'base', url] =
      /^(?:([a-zA-Z0-9:-]+)=)?(https?:\/\/.+)$/.exec(text) ?? []
    // Nothing of the text is told: keys of providers stand in their URLs.
    if (url === undefined)
      throw new BadProvider('a provider is a URL, or network=URL')
    const network = mapNetwork(name).id
    found.set(network, [...(found.get(network) ?? []), url])
  }
  return found
}
