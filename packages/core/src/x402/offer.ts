import {
  hasWrongChecksum,
  isEvmAddress,
  isSolanaAddress,
} from '../address/address.js'
import { isBurnAddress } from '../address/burn.js'
import { equalityKey } from '../json/equality-key.js'
import type { JsonText } from '../json/reader.js'
import { isObject, type JsonObject, own } from '../json/value.js'
import { readAmount } from './amount.js'
import type { ChallengeDocument, Offer } from './challenge-types.js'
import { ENTRY_DEFECTS, type EntryDefect } from './defects.js'
import { earliestExpiry } from './expiry.js'
import { CHALLENGE_LIMITS } from './limits.js'
import { mapNetwork, type NetworkFamily, networkFamily } from './network.js'
import { partyKey, sameParty } from './party.js'

export type ReadOffer = {
  readonly offer: Offer
  /** The same for entries that collapse into one. */
  readonly key: string
}

/** The only scheme that is judged; an entry without one counts as it. */
export const EXACT_SCHEME = 'exact'

/** Reads one entry of `accepts`; total, an entry may be any JSON value. */
export function readOffer(
  json: JsonText,
  document: ChallengeDocument,
  index: number,
): ReadOffer {
  const { source, version } = document
  const given = document.accepts[index]
  const entry = isObject(given) ? (given as JsonObject) : NOTHING
  const defects: EntryDefect[] = []
  const scheme = own(entry, 'scheme') ?? null
  if (scheme !== null && scheme !== EXACT_SCHEME) defects.push('scheme_other')
  const network = readNetwork(entry, version, defects)
  const family = network === null ? 'other' : networkFamily(network)
  const amount = readAmount(json, entry, version)
  for (const defect of amount.defects) defects.push(defect)
  const asset = readAsset(entry, family, defects)
  const pay_to = readPayTo(entry, family, asset, defects)
  const timeout = readTimeout(entry, defects)
  const extra = own(entry, 'extra')
  const readable = defects.every((defect) => ENTRY_DEFECTS[defect].readable)
  const offer: Offer = {
    index,
    source,
    version,
    scheme: typeof scheme === 'string' ? scheme : null,
    network,
    asset,
    pay_to,
    amount: amount.shown,
    max_timeout_seconds: timeout,
    readable,
    usable: readable && (scheme === null || scheme === EXACT_SCHEME),
    defects,
    expiry: isObject(extra) ? earliestExpiry(json, extra as JsonObject) : null,
    extra: isObject(extra) ? (extra as JsonObject) : null,
  }
  return { offer, key: keyOf(json, entry, offer, family, amount.key) }
}

const NOTHING: JsonObject = {}

function nonEmptyText(entry: JsonObject, name: string): string | null {
  const value = own(entry, name)
  return typeof value === 'string' && value !== '' ? value : null
}

function readNetwork(
  entry: JsonObject,
  version: 1 | 2,
  defects: EntryDefect[],
): string | null {
  const written = nonEmptyText(entry, 'network')
  if (written === null) {
    defects.push('network_missing')
    return null
  }
  const { id, spelling } = mapNetwork(written)
  if (spelling === 'v1_name' && version === 2) defects.push('network_v1_name')
  if (spelling === 'alias') defects.push('network_alias')
  return id
}

function readAsset(
  entry: JsonObject,
  family: NetworkFamily,
  defects: EntryDefect[],
): string | null {
  const asset = nonEmptyText(entry, 'asset')
  if (asset === null) defects.push('asset_missing')
  else if (
    family === 'eip155' &&
    isEvmAddress(asset) &&
    hasWrongChecksum(asset)
  )
    defects.push('asset_checksum')
  return asset
}

function readPayTo(
  entry: JsonObject,
  family: NetworkFamily,
  asset: string | null,
  defects: EntryDefect[],
): string | null {
  const payTo = nonEmptyText(entry, 'payTo')
  if (payTo === null) {
    defects.push('pay_to_missing')
    return null
  }
  if (!isOfFamily(payTo, family)) defects.push('pay_to_family')
  else if (family === 'eip155') {
    if (isBurnAddress(payTo)) defects.push('pay_to_burn')
    if (hasWrongChecksum(payTo)) defects.push('pay_to_checksum')
  }
  if (asset !== null && sameParty(payTo, asset, family))
    defects.push('pay_to_is_asset')
  return payTo
}

function isOfFamily(address: string, family: NetworkFamily): boolean {
  if (family === 'eip155') return isEvmAddress(address)
  return family === 'other' || isSolanaAddress(address)
}

function readTimeout(entry: JsonObject, defects: EntryDefect[]): number | null {
  const seconds = own(entry, 'maxTimeoutSeconds')
  if (typeof seconds !== 'number') return null
  if (seconds > CHALLENGE_LIMITS.timeout_absurd_s)
    defects.push('timeout_absurd')
  else if (seconds > CHALLENGE_LIMITS.timeout_long_s)
    defects.push('timeout_long')
  return seconds
}

function keyOf(
  json: JsonText,
  entry: JsonObject,
  offer: Offer,
  family: NetworkFamily,
  amountKey: string,
): string {
  const { network, asset, pay_to } = offer
  const plain = (own(entry, 'scheme') ?? EXACT_SCHEME) === EXACT_SCHEME
  const scheme = plain ? EXACT_SCHEME : equalityKey(json, entry, 'scheme')
  const parties = `${partOf(asset, family)}${partOf(pay_to, family)}`
  return `${partOf(network, 'other')}${parties}${scheme} ${amountKey}`
}

// With its length in front, no text can pass for another one and its follower.
function partOf(text: string | null, family: NetworkFamily): string {
  return text === null ? '-' : `${text.length}:${partyKey(text, family)}`
}
