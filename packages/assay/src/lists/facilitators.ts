import {
  digestOf,
  isObject,
  listedAddress,
  mapNetwork,
  networkFamily,
  own,
} from '@assay402/core'
import type { SafeFetch } from '../collect/index.js'
import type { ListEntry, ListStore } from '../store/store.js'
import { FACILITATOR_ADDRESSES } from './data/facilitator-addresses.js'
import { FACILITATORS, type Facilitator } from './data/facilitators.js'
import { FACILITATOR_LIST } from './policy.js'
import type { ListReader } from './reading.js'
import { ListRefused } from './refused.js'

/** An address that settles payments, and whose it is. */
export type FacilitatorAddress = {
  /** As `listedAddress` has it. */
  readonly key: string
  /** CAIP-2; `*` for all networks of the family. */
  readonly network: string
  readonly facilitator: string
}

/** The addresses that come with the software. */
export function builtInFacilitatorAddresses(): FacilitatorAddress[] {
  return FACILITATOR_ADDRESSES.trim()
    .split('\n')
    .map((line) => {
      const [facilitator = '', network = '', address = ''] = line.split(' ')
      const key = listedAddress(address)?.key ?? address
      return { key, network: mapNetwork(network).id, facilitator }
    })
}

/**
 * A reader of the list: what comes with the software, what earlier updates
 * learned, and what each facilitator says of itself at `/supported`. An address
 * stays with the facilitator that had it first.
 */
export function facilitatorReader(tools: {
  readonly fetch: SafeFetch
  readonly store: ListStore
  readonly facilitators?: readonly Facilitator[]
}): ListReader {
  return async () => {
    const asked = tools.facilitators ?? FACILITATORS
    const answers = await Promise.all(
      asked.map((facilitator) => supportedBy(facilitator, tools.fetch)),
    )
    const heard = answers.filter((answer) => answer !== undefined)
    const current = await tools.store.currentList(FACILITATOR_LIST)
    if (heard.length === 0 && current !== undefined)
      throw new ListRefused('unreachable', 'no facilitator answered')
    const known = new Map<string, ListEntry>()
    const put = (entry: ListEntry) => {
      if (!known.has(entry.key)) known.set(entry.key, entry)
    }
    for (const row of builtInFacilitatorAddresses()) put(entryOf(row))
    if (current !== undefined)
      for await (const entry of tools.store.listEntries(current.id)) put(entry)
    const before = known.size
    for (const row of heard.flat()) put(entryOf(row))
    const learned = known.size - before
    const entries = [...known.values()]
    return {
      entries,
      sha256: digestOf(entries),
      published_at: null,
      parser: 'facilitators/1',
      detail: `${known.size} addresses; ${heard.length} of ${asked.length} facilitators answered, ${learned} new addresses`,
      doubt: null,
    }
  }
}

/**
 * The addresses of a `/supported` answer: its signers, and what the kinds name.
 * Total: what is not understood is left out.
 */
export function readSupported(
  answer: unknown,
  facilitator: string,
): FacilitatorAddress[] {
  if (!isObject(answer)) return []
  const signers = own(answer, 'signers')
  const pairs = isObject(signers)
    ? Object.entries(signers).flatMap(([network, list]) =>
        Array.isArray(list) ? list.map((item) => [network, item]) : [],
      )
    : []
  const kinds = own(answer, 'kinds')
  const named = (Array.isArray(kinds) ? kinds : []).flatMap(namedByKind)
  const found: FacilitatorAddress[] = []
  for (const [network, address] of [...pairs, ...named]) {
    const row = addressOn(network, address)
    if (row !== undefined) found.push({ ...row, facilitator })
    if (found.length >= MOST_ADDRESSES) break
  }
  return found
}

/** A facilitator can have many relayers, but not any number. */
const MOST_ADDRESSES = 500
const MAX_BYTES = 1024 * 1024

async function supportedBy(
  { id, url }: Facilitator,
  fetch: SafeFetch,
): Promise<FacilitatorAddress[] | undefined> {
  const result = await fetch({
    url: `${url.replace(/\/+$/, '')}/supported`,
    limits: { bodyBytes: MAX_BYTES },
  })
  if (result.outcome !== 'response' || result.status !== 200) return undefined
  if (result.bodyEnd !== 'complete') return undefined
  try {
    const text = new TextDecoder().decode(result.body)
    return readSupported(JSON.parse(text), id)
  } catch {
    return undefined
  }
}

function namedByKind(kind: unknown): (readonly [unknown, unknown])[] {
  const extra = isObject(kind) ? own(kind, 'extra') : undefined
  if (!isObject(kind) || !isObject(extra)) return []
  const network = own(kind, 'network')
  return ['feePayer', 'facilitatorAddress'].map((field) => [
    network,
    own(extra, field),
  ])
}

function addressOn(
  network: unknown,
  address: unknown,
): Omit<FacilitatorAddress, 'facilitator'> | undefined {
  if (typeof network !== 'string' || typeof address !== 'string')
    return undefined
  const id = mapNetwork(network).id
  const read = listedAddress(address)
  const family = networkFamily(id)
  return read !== undefined && read.family === family
    ? { key: read.key, network: id }
    : undefined
}

function entryOf({ key, network, facilitator }: FacilitatorAddress): ListEntry {
  return { key, family: networkFamily(network), entry: facilitator }
}
