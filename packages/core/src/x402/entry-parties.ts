import {
  hasWrongChecksum,
  isEvmAddress,
  isSolanaAddress,
} from '../address/address.js'
import { isBurnAddress } from '../address/burn.js'
import { type JsonObject, own } from '../json/value.js'
import type { EntryDefect } from './defects.js'
import type { NetworkFamily } from './network.js'
import { partyKey } from './party.js'

/** An asset or payee, with what it is compared by; null when it is missing. */
export type Party = { readonly text: string; readonly key: string } | null

/** Reads the asset or payee of an entry. */
export function readParty(
  entry: JsonObject,
  name: string,
  family: NetworkFamily,
): Party {
  const text = nonEmptyText(entry, name)
  return text === null ? null : { text, key: partyKey(text, family) }
}

/** Names what is wrong with the asset. */
export function checkAsset(
  asset: Party,
  family: NetworkFamily,
  defects: EntryDefect[],
): void {
  if (asset === null) defects.push('asset_missing')
  else if (family === 'eip155' && hasBrokenChecksum(asset.text))
    defects.push('asset_checksum')
}

/** Names what is wrong with the payee. */
export function checkPayTo(
  payTo: Party,
  asset: Party,
  family: NetworkFamily,
  defects: EntryDefect[],
): void {
  if (payTo === null) {
    defects.push('pay_to_missing')
    return
  }
  if (!isOfFamily(payTo.text, family)) defects.push('pay_to_family')
  else if (family === 'eip155') {
    if (isBurnAddress(payTo.key)) defects.push('pay_to_burn')
    if (hasWrongChecksum(payTo.text)) defects.push('pay_to_checksum')
  }
  if (payTo.key === asset?.key) defects.push('pay_to_is_asset')
}

/** A member that is a text and not empty; null for anything else. */
export function nonEmptyText(entry: JsonObject, name: string): string | null {
  const value = own(entry, name)
  return typeof value === 'string' && value !== '' ? value : null
}

function hasBrokenChecksum(text: string): boolean {
  return isEvmAddress(text) && hasWrongChecksum(text)
}

function isOfFamily(address: string, family: NetworkFamily): boolean {
  if (family === 'eip155') return isEvmAddress(address)
  return family === 'other' || isSolanaAddress(address)
}
