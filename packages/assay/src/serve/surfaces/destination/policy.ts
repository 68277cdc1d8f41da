import { destination, isObject } from '@assay402/core'
import { priceOf } from '../../billing/prices.js'
import { LIMITS } from '../../quota/limits.js'
import type { ServiceSettings } from '../../service.js'

/** Names that clients of such a document know, in their order. */
const KNOWN = [
  'summary',
  'determinism',
  'does_not',
  'verdicts',
  'hard_rules',
  'penalties',
  'caps',
  'allowlist',
  'denylist_domains',
  'denylist_patterns',
  'bad_tlds',
  'wallet',
  'domain_age',
] as const

/** The policy as it is published: the rulebook's data and this service's terms. */
export function policyDocument(settings: ServiceSettings): object {
  const { data, thresholds, rules, limits } = destination
  const known: ReadonlySet<string> = new Set(KNOWN)
  return {
    policy_version: data['policy_version'],
    service: 'Assay',
    suite: 'assay',
    ...Object.fromEntries(KNOWN.map((name) => [name, data[name]])),
    quota: quota(),
    x402: x402(settings),
    bundle: data['bundle'],
    ...Object.fromEntries(
      Object.entries(data).filter(
        ([name]) => !known.has(name) && !OURS.has(name),
      ),
    ),
    thresholds,
    rules,
    does_not_see: limits,
  }
}

const OURS: ReadonlySet<string> = new Set([
  'policy_version',
  'quota',
  'x402',
  'bundle',
])

/** The figures that are counted by. */
function quota(): object {
  const published = destination.data['quota']
  return {
    ...(isObject(published) ? published : {}),
    anonymous_per_utc_day: LIMITS.destination_anonymous.limit,
    free_key_per_utc_day: LIMITS.destination_key.limit,
    bundle_hex_client_per_utc_day: LIMITS.destination_bundle_hex.limit,
    bundle_anon_prefix_per_utc_day: LIMITS.destination_bundle_other.limit,
    key_mints_per_ip_per_utc_day: LIMITS.key_mints.limit,
  }
}

function x402({
  payTo,
  network,
  facilitatorUrl,
  open,
}: ServiceSettings): object {
  const published = destination.data['x402']
  return {
    ...(isObject(published) ? published : {}),
    price_usd: priceOf('destination').usd,
    network,
    facilitator: facilitatorUrl,
    pay_to:
      payTo[network] ??
      'PAY_TO (ASSAY_PAY_TO) is not set here. Unset deployments return 402 payment_not_configured.',
    ...(open && { billing: 'off' }),
  }
}
