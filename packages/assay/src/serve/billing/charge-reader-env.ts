import type { SafeFetch } from '../../collect/index.js'
import { withFailOver } from '../../settlements/evm/rpc.js'
import { rpcOver } from '../../settlements/evm/rpc-over-fetch.js'
import type { Service } from '../service.js'
import { type ChargeReader, createChargeReader } from './charge-reader.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Asks the nodes that `ASSAY_RPC_URL` names for the network that is paid on:
 * `network=URL`, or the URL alone for Base, with commas between several.
 * Undefined when it names none.
 */
export function chargeReaderFromEnv(
  { settings, tools, clock }: Pick<Service, 'settings' | 'tools' | 'clock'>,
  env: Env,
): ChargeReader | undefined {
  const { network } = settings
  const urls = (env['ASSAY_RPC_URL'] ?? '')
    .split(',')
    .map((entry) => urlFor(network, entry.trim()))
    .filter((url) => url !== undefined)
  if (urls.length === 0) return undefined
  const quick: SafeFetch = (request) =>
    tools.fetch({ ...request, limits: { ...request.limits, ...QUICK } })
  const calls = urls.map((url) => rpcOver(quick, url))
  return createChargeReader(network, withFailOver(calls, clock))
}

/** A buyer waits for it. */
const QUICK = { wholeMs: 5_000, firstByteMs: 5_000 }
const BASE = 'eip155:8453'

function urlFor(network: string, entry: string): string | undefined {
  if (/^https?:/.test(entry)) return network === BASE ? entry : undefined
  const named = [network, ...(network === BASE ? ['base'] : [])]
  return named
    .filter((name) => entry.startsWith(`${name}=`))
    .map((name) => entry.slice(name.length + 1))[0]
}
