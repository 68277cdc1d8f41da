import { isObject, own, sha256Hex, walletKey } from '@assay402/core'
import { sanctionsFor } from '../../lists/screening.js'
import { isoOf } from '../../questions/iso.js'
import type { DirectoryEntry } from '../../store/words/directory.js'
import type { Service } from '../service.js'
import type { Summary } from './index-of.js'

/** What is told about a listed resource. */
export type ResourceSummary = Summary & {
  readonly category: string | null
  /** Of rulebook endpoint-health. */
  readonly score: number | null
  /** The band of the host's reputation. */
  readonly reputation: string | null
  readonly network: string | null
  readonly price_atomic: string | null
  readonly pay_to: string | null
  readonly last_seen: string
  readonly last_probed_at: string | null
}

/** What is told about a wallet that listed resources are paid to. */
export type WalletSummary = Summary & {
  readonly endpoints: number
  readonly hosts: number
  /** Of rulebook endpoint-health, over its endpoints; null: none has a score. */
  readonly least_score: number | null
  readonly most_score: number | null
  /** Null: there is no fresh list to say so. */
  readonly sanctioned: boolean | null
}

type Reader = Pick<Service, 'store' | 'now'>

const MOST_ENTRIES = 200_000
const PAGE = 500
const ID_DIGITS = 32

/** Everything that is listed, page by page, so that nobody else has to wait. */
export async function listedEntries({
  store,
}: Reader): Promise<readonly DirectoryEntry[]> {
  const found = new Map<string, DirectoryEntry>()
  let cursor: string | undefined
  do {
    const query = { sort: 'last_seen', cursor, limit: PAGE } as const
    const page = await store.directory(query)
    for (const entry of page.entries)
      found.set(entry.endpoint.resource_id, entry)
    cursor = page.next
    await rest()
  } while (cursor !== undefined && found.size < MOST_ENTRIES)
  return [...found.values()]
}

/** One summary a listed resource. Its id is the contracts' `resource_id`. */
export async function resourceSummaries(
  { store }: Reader,
  entries: readonly DirectoryEntry[],
): Promise<readonly ResourceSummary[]> {
  const bands = new Map<string, string | null>()
  for (const { endpoint } of entries) {
    if (bands.has(endpoint.host)) continue
    const score = await store.scoreOf('terms-reputation', endpoint.host)
    bands.set(endpoint.host, bandOf(score?.output))
    if (bands.size % PAGE === 0) await rest()
  }
  return entries.map((entry) => ({
    id: entry.endpoint.resource_id,
    category: entry.category,
    score: entry.score,
    reputation: bands.get(entry.endpoint.host) ?? null,
    network: entry.network,
    price_atomic: entry.price_atomic,
    pay_to: entry.pay_to,
    last_seen: isoOf(entry.endpoint.last_seen),
    last_probed_at:
      entry.last_probed_at === null ? null : isoOf(entry.last_probed_at),
  }))
}

/** One summary a wallet, by the SHA-256 of its key (`eip155:0x…`, `solana:…`). */
export async function walletSummaries(
  { store, now }: Reader,
  entries: readonly DirectoryEntry[],
): Promise<readonly WalletSummary[]> {
  const wallets = new Map<string, { pay_to: string; of: DirectoryEntry[] }>()
  for (const entry of entries) {
    const { network, pay_to } = entry
    if (network === null || pay_to === null) continue
    const key = walletKey(network, pay_to)
    const known = wallets.get(key) ?? { pay_to, of: [] }
    known.of.push(entry)
    wallets.set(key, known)
  }
  const named = [...wallets.values()].map(({ pay_to }) => pay_to)
  const { status, matches } = await sanctionsFor(store, named, now())
  const listed = new Set(matches.map(({ address }) => address))
  return [...wallets].map(([key, { pay_to, of }]) => {
    const scores = of.flatMap(({ score }) => score ?? [])
    return {
      id: sha256Hex(key).slice(0, ID_DIGITS),
      endpoints: of.length,
      hosts: new Set(of.map(({ endpoint }) => endpoint.host)).size,
      least_score: scores.length === 0 ? null : Math.min(...scores),
      most_score: scores.length === 0 ? null : Math.max(...scores),
      // A stale list still shows its matches.
      sanctioned: listed.has(pay_to) ? true : status === 'fresh' ? false : null,
    }
  })
}

function bandOf(output: unknown): string | null {
  const band = isObject(output) ? own(output, 'band') : undefined
  return typeof band === 'string' ? band : null
}

function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
