import { z } from 'zod'
import { isObject } from '../json/value.js'
import { BASE, mapNetwork, SOLANA_MAINNET } from '../x402/network.js'
import { parseListedHost } from './host-list.js'
import { usdField } from './usd-field.js'
import { verdictMeaningsSchema, withDefault } from './verdict-meanings.js'
import { walletEntry } from './wallet-entry.js'

// Visible ASCII: what a network id or an address is made of.
const word = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, 'not visible ASCII without blanks')
const hosts = withDefault(
  z.array(
    z
      .string()
      .refine(
        (entry) => parseListedHost(entry) !== undefined,
        'not a host, e.g. "api.example.com", "*.example.com" or "https://api.example.com:8443"',
      ),
  ),
  [],
)
const wallet = word.transform(walletEntry)
const wallets = withDefault(z.array(wallet), [])
const networks = z.array(word.transform((written) => mapNetwork(written).id))
const flag = (value: boolean) => withDefault(z.boolean(), value)
const usd = (value: string) => withDefault(usdField, value)
const offByDefault = usdField
  .nullish()
  .meta({ default: null })
  .transform((given) => given ?? null)

/**
 * The buyer's own limits. Every field is optional; null means the default,
 * save where a limit can be off (`hourly_cap_usd`, `per_host_daily_cap_usd`,
 * `max_price_multiple`). The output is the effective policy.
 */
export const spendPolicySchema = z.object({
  max_per_payment_usd: usd('1'),
  hold_above_usd: usd('0.25'),
  daily_cap_usd: usd('25'),
  hourly_cap_usd: offByDefault,
  per_host_daily_cap_usd: offByDefault,
  allowed_networks: withDefault(networks, [BASE, SOLANA_MAINNET]),
  host_allowlist: hosts,
  host_blocklist: hosts,
  pay_to_allowlist: wallets,
  pay_to_blocklist: wallets,
  strict_allowlist: flag(false),
  /** Of the category median; null: off. */
  max_price_multiple: usdField.nullable().default('5'),
  max_authorization_seconds: withDefault(z.number().min(0), 600),
  require_https: flag(true),
  pin_pay_to: flag(true),
  hold_on_drift: flag(true),
  hold_after_failed_probes: withDefault(z.int().min(1), 3),
  hold_unknown_merchant_above_usd: usd('0.05'),
  rulebooks: verdictMeaningsSchema,
})

export type SpendPolicy = z.output<typeof spendPolicySchema>

/** The policy of a buyer who wrote none. */
export const defaultPolicy: SpendPolicy = spendPolicySchema.parse({})

/**
 * Dotted paths of the fields that no policy has, at most 100. They are ignored
 * when judging; whoever reads a policy from a person should name them, for a
 * misspelt limit is no limit.
 */
export function unknownPolicyFields(policy: unknown): string[] {
  return unknownFields(policy, defaultPolicy, '').slice(0, MAX_NAMED)
}

const MAX_NAMED = 100

function unknownFields(given: unknown, known: object, path: string): string[] {
  if (!isObject(given)) return []
  return Object.keys(given).flatMap((key) => {
    if (!Object.hasOwn(known, key)) return [path + key]
    const inner = (known as Record<string, unknown>)[key]
    return isObject(inner)
      ? unknownFields(given[key], inner, `${path}${key}.`)
      : []
  })
}
