import {
  listedAddress,
  listedName,
  type NameReach,
  reachOfDenied,
} from '@assay402/core'
import type { ListEntry } from '../../store/store.js'
import { LIST_LIMITS } from '../policy.js'
import { ListRefused } from '../refused.js'

/** The entries of a feed as they are found. */
export type FeedEntries = {
  deny(text: string): void
  allow(text: string): void
  entries(): ListEntry[]
  /** For people: how many of each, and how many were not readable. */
  summary(): string
}

/**
 * Gathers what a feed denies (names and addresses) and allows (names). Throws
 * `ListRefused` when there is no end to it, and `entries` when most of it could
 * not be read.
 */
export function createFeedEntries(): FeedEntries {
  const found = new Map<string, Kind>()
  const count = { names: 0, addresses: 0, allowed: 0, unreadable: 0 }
  const put = (key: string, kind: Kind): boolean => {
    const known = found.get(key)
    if (known === 'allow' || known === kind) return false
    if (found.size >= LIST_LIMITS.entries)
      throw new ListRefused('too_large', `over ${LIST_LIMITS.entries} entries`)
    found.set(key, kind)
    return known === undefined
  }
  return {
    deny(text) {
      const name = nameOf(text)
      const address = name === undefined ? listedAddress(text) : undefined
      if (name !== undefined) count.names += +put(name, reachOfDenied(name))
      else if (address !== undefined)
        count.addresses += +put(address.key, 'address')
      else count.unreadable++
    },
    allow(text) {
      const name = nameOf(text)
      if (name === undefined) return
      const denied = found.get(name)
      if (put(name, 'allow')) count.allowed++
      else if (denied !== undefined && denied !== 'allow') count.names--
    },
    entries() {
      const { names, addresses, unreadable } = count
      const share = LIST_LIMITS.least_readable_percent
      const all = names + addresses + unreadable
      if ((names + addresses) * 100 < all * share)
        throw new ListRefused(
          'not_a_list',
          `${unreadable} of ${all} lines are neither a name nor an address`,
        )
      return Array.from(found, ([key, kind]) => entryOf(key, kind))
    },
    summary: () =>
      `${count.names} names, ${count.addresses} addresses, ${count.allowed} allowed, ${count.unreadable} not readable`,
  }
}

type Kind = NameReach | 'address'

// A name of a list has a dot; a base58 address has none.
function nameOf(text: string): string | undefined {
  return text.includes('.') ? listedName(text) : undefined
}

function entryOf(key: string, kind: Kind): ListEntry {
  const family = kind === 'address' ? listedAddress(key)?.family : kind
  return { key, family: family ?? 'other', entry: key }
}
