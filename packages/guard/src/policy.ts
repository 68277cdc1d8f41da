import {
  decimalOf,
  isObject,
  mapNetwork,
  own,
  parseListedHost,
  parseUsd,
  type SpendPolicy,
  walletEntry,
} from '@assay402/core/light'

/** Reads one field: the value it has in the effective policy. */
type Field = (given: unknown, path: string) => unknown

/**
 * The effective policy of what a caller wrote, as `spendPolicySchema` of core
 * reads it, without that schema's library: a client in a browser carries this
 * instead. Throws TypeError on a field that no policy has or that cannot be
 * read, since a misspelt limit is no limit.
 */
export function readPolicy(given: unknown): SpendPolicy {
  return readGroup(FIELDS)(given ?? {}, '') as SpendPolicy
}

const anything = word('allow', 'note', 'hold', 'block')
const noted = word('note', 'hold', 'block')
const stopped = word('hold', 'block')

const MEANINGS = {
  terms: readGroup({
    pay: word('allow')('allow'),
    skip: word('block')('block'),
    recheck: stopped('hold'),
    not_exercised: stopped('hold'),
  }),
  destination: readGroup({
    block: anything('block'),
    suspicious: anything('hold'),
    unknown: anything('allow'),
    trusted: word('allow')('allow'),
    unavailable: anything('note'),
  }),
  counterparty: readGroup({
    avoid: anything('hold'),
    caution: anything('note'),
    trusted: word('allow')('allow'),
    unavailable: anything('note'),
  }),
  merchant: readGroup({
    AVOID: anything('hold'),
    CAUTION: anything('note'),
    INSUFFICIENT_SIGNAL: anything('note'),
    PROCEED: word('allow')('allow'),
    unavailable: anything('note'),
  }),
  'endpoint-health': readGroup({
    low: anything('note'),
    unknown: anything('note'),
    failed_probes: anything('hold'),
    unavailable: anything('note'),
  }),
  sanctions: readGroup({
    sanctioned: word('block')('block'),
    unknown: noted('note'),
  }),
  screening: readGroup({ listed: stopped('block') }),
  challenge: readGroup({
    cloaking: anything('hold'),
    upfront_flow: anything('hold'),
    unlimited_approval: anything('hold'),
    ceiling_over_limit: anything('hold'),
    scheme_unknown: word('block')('block'),
  }),
  signed_offer: readGroup({
    mismatch: anything('block'),
    expired: anything('block'),
    signer_unbound: anything('note'),
  }),
}

const FIELDS: Readonly<Record<string, Field>> = {
  max_per_payment_usd: usd('1'),
  hold_above_usd: usd('0.25'),
  daily_cap_usd: usd('25'),
  hourly_cap_usd: usd(null),
  per_host_daily_cap_usd: usd(null),
  allowed_networks: list(
    (written) => isWord(written) && mapNetwork(written as string).id,
    ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ),
  host_allowlist: list(listedHost, []),
  host_blocklist: list(listedHost, []),
  pay_to_allowlist: list(
    (written) => isWord(written) && walletEntry(written as string),
    [],
  ),
  pay_to_blocklist: list(
    (written) => isWord(written) && walletEntry(written as string),
    [],
  ),
  strict_allowlist: flag(false),
  // Alone of all, null turns it off and absent does not.
  max_price_multiple: (given, path) =>
    given === null ? null : usd('5')(given, path),
  max_authorization_seconds: number(600, (value) => value >= 0),
  require_https: flag(true),
  pin_pay_to: flag(true),
  hold_on_drift: flag(true),
  hold_after_failed_probes: number(
    3,
    (value) => Number.isSafeInteger(value) && value >= 1,
  ),
  hold_unknown_merchant_above_usd: usd('0.05'),
  rulebooks: readGroup(MEANINGS),
}

function readGroup(fields: Readonly<Record<string, Field>>): Field {
  return (given, path) => {
    const prefix = path === '' ? '' : `${path}.`
    const members = given ?? {}
    if (!isObject(members)) throw unreadable(path, 'an object')
    for (const name of Object.keys(members))
      if (!Object.hasOwn(fields, name))
        throw new TypeError(`no field of a spend policy: ${prefix}${name}`)
    return Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [
        name,
        read(own(members, name), prefix + name),
      ]),
    )
  }
}

function usd(absent: string | null): Field {
  return (given, path) => {
    if (given === undefined || given === null) return absent
    const amount = parseUsd(given)
    if (amount === undefined) throw unreadable(path, 'an amount ≥ 0')
    return decimalOf(amount)
  }
}

function word(...words: string[]): (absent: string) => Field {
  return (absent) => (given, path) => {
    const value = given ?? absent
    if (!words.includes(value as string))
      throw unreadable(path, `one of ${words.join(', ')}`)
    return value
  }
}

function list(read: (item: unknown) => unknown, absent: string[]): Field {
  return (given, path) => {
    if (given === undefined || given === null) return absent
    if (!Array.isArray(given)) throw unreadable(path, 'a list')
    return given.map((item, place) => {
      const value = read(item)
      if (typeof value === 'string') return value
      throw unreadable(`${path}.${place}`, 'an entry of this list')
    })
  }
}

function flag(absent: boolean): Field {
  return (given, path) => {
    const value = given ?? absent
    if (typeof value !== 'boolean') throw unreadable(path, 'true or false')
    return value
  }
}

function number(absent: number, holds: (value: number) => boolean): Field {
  return (given, path) => {
    const value = given ?? absent
    if (typeof value !== 'number' || !Number.isFinite(value) || !holds(value))
      throw unreadable(path, 'a number in range')
    return value
  }
}

function listedHost(written: unknown): unknown {
  return (
    typeof written === 'string' &&
    parseListedHost(written) !== undefined &&
    written
  )
}

// Visible ASCII: what a network id or an address is made of.
function isWord(written: unknown): boolean {
  return typeof written === 'string' && /^[\x21-\x7e]{1,256}$/.test(written)
}

function unreadable(path: string, wanted: string): TypeError {
  return new TypeError(`spend policy, ${path}: not ${wanted}`)
}
