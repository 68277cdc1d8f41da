import {
  isEvmAddress,
  isSolanaAddress,
  mapNetwork,
  parseUsd,
  RULEBOOKS,
  readInput,
  type SpendPolicy,
  spendPolicySchema,
  unknownPolicyFields,
} from '@assay402/core'
import { isForbiddenHeader, readAllowList } from '../../collect/index.js'
import type { InspectRequest } from '../../inspect/request.js'
import { CliError, EXIT } from '../exit.js'
import { readJson } from '../input.js'
import type { Terminal } from '../terminal.js'

/** The flags of `assay check`, as commander hands them over. */
export type CheckFlags = {
  readonly method: string
  readonly data?: string
  readonly header: readonly string[]
  readonly price?: string
  readonly payTo?: string
  readonly network?: string
  readonly policy?: string
  readonly rulebooks?: string
  readonly checkExpiry?: boolean
  readonly skew: string
  readonly timeout: string
  readonly registration: boolean
  /** Judge by stored evidence alone. */
  readonly offline?: boolean
  readonly db?: string
  readonly store?: boolean
  readonly bundle?: string
  readonly allowHost: readonly string[]
  readonly json?: boolean
  readonly jsonl?: boolean
  readonly markdown?: boolean
  readonly sarif?: boolean
}

/** Everything of a check but its URL. */
export type CheckSettings = Omit<InspectRequest, 'url' | 'vouched'>

/** Reads the flags; each fault names the flag, what was wrong, an example. */
export async function readCheckFlags(
  flags: CheckFlags,
  terminal: Terminal,
): Promise<CheckSettings> {
  const method = flags.method.toUpperCase()
  if (!METHODS.includes(method))
    throw usage(
      '--method',
      `"${flags.method}" is not a method`,
      '--method POST',
    )
  if (flags.price !== undefined && parseUsd(flags.price) === undefined)
    throw usage(
      '--price',
      `"${flags.price}" is not an amount in USD`,
      '--price 0.01',
    )
  if (flags.offline === true && flags.store === false)
    throw usage(
      '--offline',
      'needs the store that --no-store refuses',
      'assay check https://api.example.com/x --offline',
    )
  checkNetwork(flags.network)
  checkPayTo(flags.payTo)
  return {
    method,
    evidence: flags.offline === true ? 'stored' : 'live',
    body: readBody(flags.data),
    headers: readHeaders(flags.header),
    expected: {
      price_usd: flags.price,
      pay_to: flags.payTo,
      network: flags.network,
    },
    check_expiry: flags.checkExpiry === true,
    skew_s: readNumber('--skew', flags.skew, 0, 300),
    policy: await readPolicy(flags.policy, terminal),
    rulebooks: readRulebooks(flags.rulebooks),
    registration: flags.registration ? 'look_up' : 'skip',
  }
}

/** What a resource can be declared to be asked by. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The time for one check, in milliseconds. */
export function readTimeout(flags: Pick<CheckFlags, 'timeout'>): number {
  return readNumber('--timeout', flags.timeout, 0.1, 60) * 1_000
}

/** The targets of `--allow-host`, checked for their form. */
export function readAllowHosts(
  entries: readonly string[],
): ReadonlySet<string> {
  try {
    return readAllowList(entries)
  } catch (error) {
    throw usage(
      '--allow-host',
      (error as Error).message,
      '--allow-host 127.0.0.1:4021',
    )
  }
}

function checkNetwork(network: string | undefined): void {
  if (network === undefined || mapNetwork(network).id.includes(':')) return
  throw usage(
    '--network',
    `"${network}" is neither a CAIP-2 id nor a name of x402 v1`,
    '--network eip155:8453',
  )
}

function checkPayTo(address: string | undefined): void {
  if (address === undefined || isWallet(address)) return
  throw usage(
    '--pay-to',
    `"${address}" is no EVM or Solana address`,
    '--pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  )
}

function isWallet(address: string): boolean {
  return isEvmAddress(address) || isSolanaAddress(address)
}

function readBody(data: string | undefined): string | undefined {
  if (data === undefined) return undefined
  try {
    JSON.parse(data)
    return data
  } catch {
    throw usage('--data', 'is not JSON', `--data '{"city":"Paris"}'`)
  }
}

function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of given) {
    const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(line)
    if (parts === null)
      throw usage(
        '--header',
        `"${line}" is not "name: value"`,
        `--header 'accept-language: en'`,
      )
    const name = (parts[1] as string).toLowerCase()
    if (isForbiddenHeader(name))
      throw usage(
        '--header',
        `${name} is never sent: a check carries no credential, cookie or payment, and frames its own request`,
        `--header 'accept-language: en'`,
      )
    headers[name] = parts[2] as string
  }
  return headers
}

function readNumber(
  flag: string,
  text: string,
  min: number,
  max: number,
): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw usage(
    flag,
    `"${text}" is not a number of seconds from ${min} to ${max}`,
    `${flag} ${max}`,
  )
}

async function readPolicy(
  file: string | undefined,
  terminal: Terminal,
): Promise<SpendPolicy> {
  const given = file === undefined ? {} : await readJson(file, terminal)
  // A misspelt limit would be no limit: it is refused, not ignored.
  const [unknown] = unknownPolicyFields(given)
  if (unknown !== undefined)
    throw new CliError(
      EXIT.data,
      `--policy: there is no field ${unknown}`,
      POLICY_HINT,
    )
  const read = readInput(spendPolicySchema, given)
  if (!read.ok)
    throw new CliError(
      EXIT.data,
      `--policy: ${read.error.error.message}`,
      POLICY_HINT,
    )
  checkWallets(read.value)
  return read.value
}

const POLICY_HINT = 'every field and its default: docs/spend-policy.md'

/** Only these can be paid; an entry that is neither would never match. */
function checkWallets(policy: SpendPolicy): void {
  for (const field of ['pay_to_allowlist', 'pay_to_blocklist'] as const) {
    const wrong = policy[field].find((entry) => !isWallet(entry))
    if (wrong !== undefined)
      throw new CliError(
        EXIT.data,
        `--policy: ${field}: "${wrong}" is no EVM or Solana address`,
        POLICY_HINT,
      )
  }
}

function readRulebooks(list: string | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const ids = list.split(',').map((id) => id.trim())
  const unknown = ids.find((id) => !RULEBOOKS.some((known) => known.id === id))
  if (unknown !== undefined)
    throw usage(
      '--rulebooks',
      `there is no rulebook "${unknown}"`,
      '--rulebooks terms,destination',
    )
  return ids
}

function usage(flag: string, problem: string, example: string): CliError {
  return new CliError(
    EXIT.usage,
    `${flag}: ${problem}`,
    `for example: ${example}`,
  )
}
