import { readFileSync } from 'node:fs'
import { isEvmAddress, isSolanaAddress, mapNetwork } from '@assay402/core'
import { z } from 'zod'
import {
  type Disclosures,
  NO_DISCLOSURES,
  type ServiceSettings,
} from './service.js'

/** A setting that cannot be meant; `hint` is one that can. */
export class SettingsError extends Error {
  readonly hint: string

  constructor(name: string, problem: string, hint: string) {
    super(`${name}: ${problem}`)
    this.name = 'SettingsError'
    this.hint = `for example: ${hint}`
  }
}

export type SettingsFrom = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where we listen, for when no public URL is given. */
  readonly localUrl: string
  /** For the hashes of caller addresses. */
  readonly salt: string
  readonly allowHosts: readonly string[]
}

const SOLANA = mapNetwork('solana').id

/** Reads the operator's settings from the environment. Throws SettingsError. */
export function readSettings(from: SettingsFrom): ServiceSettings {
  const { env, localUrl, salt, allowHosts } = from
  const network = readNetwork(env['ASSAY_NETWORK'])
  return {
    publicUrl: readUrl(env, 'ASSAY_PUBLIC_URL', localUrl),
    open: env['ASSAY_OPEN'] === '1',
    trustProxy: readCount(env, 'ASSAY_TRUST_PROXY'),
    salt,
    payTo: readPayTo(env, network),
    network,
    facilitatorUrl: readUrl(
      env,
      'ASSAY_FACILITATOR_URL',
      'https://facilitator.payai.network',
    ),
    exemptKeys: readHashes(env['ASSAY_EXEMPT_KEYS']),
    bundleSecret: env['BUNDLE_PROXY_SECRET'] || null,
    disclosures: readDisclosures(env['ASSAY_DISCLOSURES']),
    allowHosts,
  }
}

type Env = SettingsFrom['env']

function readUrl(env: Env, name: string, otherwise: string): string {
  const given = env[name]
  if (given === undefined || given === '') return otherwise
  const isHttp =
    URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
  if (!isHttp)
    throw new SettingsError(
      name,
      `"${given}" is no http(s) URL`,
      `${name}=${otherwise}`,
    )
  return given.replace(/\/+$/, '')
}

function readCount(env: Env, name: string): number {
  const given = env[name] ?? ''
  if (given === '') return 0
  if (/^\d$/.test(given)) return Number(given)
  throw new SettingsError(
    name,
    `"${given}" is no count of proxies from 0 to 9`,
    `${name}=1`,
  )
}

function readNetwork(given: string | undefined): string {
  const { id } = mapNetwork(given || 'eip155:8453')
  if (id.startsWith('eip155:')) return id
  throw new SettingsError(
    'ASSAY_NETWORK',
    `"${given}" is no EVM network (CAIP-2)`,
    'ASSAY_NETWORK=eip155:8453',
  )
}

function readPayTo(env: Env, network: string): Record<string, string> {
  const wallet = env['ASSAY_PAY_TO'] ?? ''
  const solana = env['ASSAY_PAY_TO_SOLANA'] ?? ''
  if (wallet !== '' && !isEvmAddress(wallet))
    throw new SettingsError(
      'ASSAY_PAY_TO',
      `"${wallet}" is no EVM address`,
      'ASSAY_PAY_TO=0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    )
  if (solana !== '' && !isSolanaAddress(solana))
    throw new SettingsError(
      'ASSAY_PAY_TO_SOLANA',
      `"${solana}" is no Solana address`,
      'ASSAY_PAY_TO_SOLANA=CmGgLQL36Y9ubtTsy2zmE46TAxwCBm66onZmPPhUWNqv',
    )
  return {
    ...(wallet !== '' && { [network]: wallet }),
    ...(solana !== '' && { [SOLANA]: solana }),
  }
}

function readHashes(given: string | undefined): string[] {
  const hashes = (given ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = hashes.find((hash) => !/^[0-9a-f]{64}$/.test(hash))
  if (wrong === undefined) return hashes
  throw new SettingsError(
    'ASSAY_EXEMPT_KEYS',
    'takes SHA-256 hashes of keys, never the keys',
    `ASSAY_EXEMPT_KEYS=$(printf %s "$KEY" | sha256sum | cut -d' ' -f1)`,
  )
}

const disclosuresSchema = z.object({
  wallets: z
    .array(
      z.object({
        network: z.string().max(256),
        wallet: z.string().max(128),
        role: z.enum(['bootstrap', 'probe', 'other']),
        why: z.string().max(1_000),
      }),
    )
    .max(1_000)
    .default([]),
  transactions: z
    .array(
      z.object({
        network: z.string().max(256),
        transaction: z.string().max(128),
        why: z.string().max(1_000),
      }),
    )
    .max(10_000)
    .default([]),
})

function readDisclosures(file: string | undefined): Disclosures {
  if (file === undefined || file === '') return NO_DISCLOSURES
  const refuse = (problem: string) =>
    new SettingsError(
      'ASSAY_DISCLOSURES',
      `${file} ${problem}`,
      'a file with {"wallets": [{"network": "eip155:8453", "wallet": "0x…", "role": "probe", "why": "…"}]}',
    )
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw refuse('is not JSON')
  }
  const read = disclosuresSchema.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refuse(`${issue?.path.join('.')}: ${issue?.message}`)
}
