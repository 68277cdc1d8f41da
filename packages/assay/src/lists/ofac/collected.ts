import { listedAddress } from '@assay402/core'
import type { ListEntry } from '../../store/store.js'
import { MALFORMED } from '../reading.js'
import { KNOWN_ASSETS } from './assets.js'

/** One digital currency address of a listed party, as the file writes it. */
export type OfacListing = {
  readonly address: string
  /** The label of the file: `XBT`, `ETH`. */
  readonly asset: string
  readonly party: string
  /** The party's number on the list. */
  readonly uid: string
}

export type OfacCollection = {
  add(listing: OfacListing): void
  entries(): ListEntry[]
  /** For people: addresses, listings by asset, unknown labels, malformed. */
  summary(): string
}

/** Gathers listings by address: one entry for what is listed under many labels. */
export function createOfacCollection(): OfacCollection {
  const found = new Map<string, Found>()
  const assets = new Map<string, number>()
  let malformed = 0
  return {
    add(listing) {
      const asset = detached(listing.asset)
      assets.set(asset, (assets.get(asset) ?? 0) + 1)
      const read = readAddress(listing.address)
      if (read.family === MALFORMED) malformed++
      if (read.key === '') return
      const key = detached(read.key)
      const known = found.get(key) ?? {
        family: read.family,
        assets: new Set(),
        parties: new Set(),
      }
      known.assets.add(asset)
      known.parties.add(detached(`${listing.party} (SDN ${listing.uid})`))
      found.set(key, known)
    },
    entries: () => Array.from(found, ([key, value]) => entryOf(key, value)),
    summary: () => summaryOf(found.size, assets, malformed),
  }
}

type Found = {
  readonly family: string
  readonly assets: Set<string>
  readonly parties: Set<string>
}

// The list has slips of the pen; they are kept as they are, and match nothing
// that could be paid.
function readAddress(text: string): Pick<ListEntry, 'key' | 'family'> {
  const written = text.trim().slice(0, LONGEST)
  return listedAddress(written) ?? { family: MALFORMED, key: written }
}

const LONGEST = 200

// A slice of a chunk keeps the whole chunk in memory.
function detached(text: string): string {
  return Buffer.from(text).toString()
}

function entryOf(key: string, { family, assets, parties }: Found): ListEntry {
  const entry = `${[...assets].join(', ')}: ${[...parties].join('; ')}`
  return { key, family, entry }
}

function summaryOf(
  addresses: number,
  assets: ReadonlyMap<string, number>,
  malformed: number,
): string {
  const byCount = [...assets].sort((a, b) => b[1] - a[1])
  const unknown = byCount.filter(([asset]) => !KNOWN_ASSETS.has(asset))
  const parts = [
    `${addresses} addresses; listings ${byCount.map((pair) => pair.join(' ')).join(', ')}`,
  ]
  if (unknown.length > 0)
    parts.push(`new labels ${unknown.map(([asset]) => asset).join(', ')}`)
  if (malformed > 0) parts.push(`malformed ${malformed}`)
  return parts.join('; ')
}
