import { equalityKey } from '../json/equality-key.js'
import type { JsonText } from '../json/reader.js'
import { isObject, type JsonObject, own } from '../json/value.js'
import { readAmount } from './amount.js'
import type { ChallengeDocument, Offer } from './challenge-types.js'
import { ENTRY_DEFECTS, type EntryDefect } from './defects.js'
import {
  checkAsset,
  checkPayTo,
  nonEmptyText,
  readParty,
} from './entry-parties.js'
import { earliestExpiry } from './expiry.js'
import { CHALLENGE_LIMITS } from './limits.js'
import { mapNetwork, networkFamily } from './network.js'

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
  const asset = readParty(entry, 'asset', family)
  checkAsset(asset, family, defects)
  const payTo = readParty(entry, 'payTo', family)
  checkPayTo(payTo, asset, family, defects)
  const timeout = readTimeout(entry, defects)
  const extra = own(entry, 'extra')
  const readable = defects.every((defect) => ENTRY_DEFECTS[defect].readable)
  const offer: Offer = {
    index,
    source,
    version,
    scheme: typeof scheme === 'string' ? scheme : null,
    network,
    asset: asset?.text ?? null,
    pay_to: payTo?.text ?? null,
    amount: amount.shown,
    max_timeout_seconds: timeout,
    readable,
    usable: readable && (scheme === null || scheme === EXACT_SCHEME),
    defects,
    expiry: isObject(extra) ? earliestExpiry(json, extra as JsonObject) : null,
    extra: isObject(extra) ? (extra as JsonObject) : null,
  }
  // Lengths in front, so that no text can pass for another and its follower.
  const parties = `${sized(network)}${sized(asset?.key)}${sized(payTo?.key)}`
  return { offer, key: parties + schemeKey(json, entry) + amount.key }
}

const NOTHING: JsonObject = {}

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

function readTimeout(entry: JsonObject, defects: EntryDefect[]): number | null {
  const seconds = own(entry, 'maxTimeoutSeconds')
  if (typeof seconds !== 'number') return null
  if (seconds > CHALLENGE_LIMITS.timeout_absurd_s)
    defects.push('timeout_absurd')
  else if (seconds > CHALLENGE_LIMITS.timeout_long_s)
    defects.push('timeout_long')
  return seconds
}

function schemeKey(json: JsonText, entry: JsonObject): string {
  const plain = (own(entry, 'scheme') ?? EXACT_SCHEME) === EXACT_SCHEME
  return plain ? `${EXACT_SCHEME} ` : `${equalityKey(json, entry, 'scheme')} `
}

function sized(text: string | null | undefined): string {
  return text ? `${text.length}:${text}` : '-'
}
