import { sameAddress } from '../address/address.js'
import {
  addFractions,
  compareFractions,
  type Fraction,
  fraction,
} from '../money/fraction.js'
import { decimalOf, usdOf } from '../money/usd-text.js'
import { blockingEntry } from '../policy/host-list.js'
import type { DecisionCode } from './codes.js'
import type { Facts } from './facts.js'
import type { Finding } from './finding.js'

/** The buyer's own lists: hosts, wallets, networks, https. */
export function judgeLists(facts: Facts): Finding[] {
  const { policy, payTo, host } = facts
  const found: Finding[] = []
  const blocked = blockingEntry(policy.host_blocklist, host)
  if (blocked !== undefined)
    found.push(block('host_blocked', host.name, blocked))
  if (payTo !== undefined && listsWallet(policy.pay_to_blocklist, payTo))
    found.push(block('pay_to_blocked', payTo, null))
  if (policy.require_https && facts.scheme !== 'https')
    found.push(block('not_https', facts.scheme, 'https'))
  const { payment } = facts
  if (
    payment !== undefined &&
    !policy.allowed_networks.includes(payment.network)
  )
    found.push(
      block(
        'network_not_allowed',
        payment.network,
        policy.allowed_networks.join(', '),
      ),
    )
  return policy.strict_allowlist ? [...found, ...judgeAllowlist(facts)] : found
}

/** Limits of one payment and of rolling windows, in exact USD. */
export function judgeCaps({ policy, price, input }: Facts): Finding[] {
  if (price === undefined) return []
  const spent = input.spent
  const caps: readonly Cap[] = [
    ['hourly_cap', policy.hourly_cap_usd, spent?.hour_usd],
    ['daily_cap', policy.daily_cap_usd, spent?.day_usd],
    ['host_cap', policy.per_host_daily_cap_usd, spent?.host_day_usd],
  ]
  return [
    ...over('over_payment_cap', 'block', price, policy.max_per_payment_usd),
    ...over('over_hold_limit', 'hold', price, policy.hold_above_usd),
    ...caps.flatMap((cap) => judgeCap(cap, price)),
    ...caps.filter(isBlind).slice(0, 1).map(unknownSpending),
  ]
}

type Cap = readonly [
  code: DecisionCode,
  limit: string | null,
  spent: string | null | undefined,
]

function judgeAllowlist({ policy, payTo, host, allowlisted }: Facts) {
  const { host_allowlist, pay_to_allowlist } = policy
  const found: Finding[] = []
  // With no list at all, strict means that nothing is allowed.
  const hostsMatter = host_allowlist.length > 0 || pay_to_allowlist.length === 0
  if (hostsMatter && !allowlisted)
    found.push({
      ...block('not_on_allowlist', host.name, null),
      values: { what: 'host' },
    })
  if (
    pay_to_allowlist.length > 0 &&
    payTo !== undefined &&
    !listsWallet(pay_to_allowlist, payTo)
  )
    found.push({
      ...block('not_on_allowlist', payTo, null),
      values: { what: 'receiving wallet' },
    })
  return found
}

function listsWallet(list: readonly string[], wallet: string): boolean {
  return list.some((entry) => sameAddress(entry, wallet))
}

function block(
  code: DecisionCode,
  measured: string,
  threshold: string | null,
): Finding {
  return { code, meaning: 'block', measured, threshold }
}

function over(
  code: DecisionCode,
  meaning: 'hold' | 'block',
  price: Fraction,
  limit: string,
): Finding[] {
  if (compareFractions(price, usdOf(limit)) <= 0) return []
  return [{ code, meaning, measured: decimalOf(price), threshold: limit }]
}

function judgeCap([code, limit, spent]: Cap, price: Fraction): Finding[] {
  if (limit === null) return []
  const before = usdOf(spent ?? '0')
  const after = addFractions(before, price)
  const cap = usdOf(limit)
  if (compareFractions(after, cap) <= 0) return []
  const room = addFractions(cap, fraction(-before.n, before.d))
  return [
    {
      code,
      meaning: 'block',
      measured: decimalOf(after),
      threshold: limit,
      values: { room: decimalOf(room) },
      ...(room.n > 0n ? {} : { would_allow: null }),
    },
  ]
}

function isBlind([, limit, spent]: Cap): boolean {
  return limit !== null && (spent === null || spent === undefined)
}

function unknownSpending(): Finding {
  return {
    code: 'evidence_unavailable',
    meaning: 'note',
    measured: 'spent',
    threshold: null,
    values: { rulebook: 'the spend ledger' },
  }
}
