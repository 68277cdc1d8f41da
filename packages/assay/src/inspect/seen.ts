import {
  type Challenge,
  type CollectedResponse,
  readChallenge,
} from '@assay402/core'
import { type Probe, probeOf } from '../collect/index.js'
import type { InspectRequest } from './request.js'
import type { Look } from './shared-probes.js'

/** The text form of an answer and what could be read in it. */
export type Read = { readonly probe: Probe; readonly challenge: Challenge }

/** The challenges of one inspection, read. */
export type Seen = {
  /** Our own; null: nothing was asked and nothing is stored. */
  readonly own: (Read & { readonly look: Look }) | null
  /** What the buyer's client received. */
  readonly buyer: Read | null
  /** The one that is judged. */
  readonly judged: Read | null
}

const NOTHING: Challenge = { offers: [], defects: [], documents: [] }

/** Reads the challenges; nothing to read is an empty challenge. Pure. */
export function readSeen(
  { challenge }: Pick<InspectRequest, 'challenge'>,
  look: Look | undefined,
): Seen {
  const own = look === undefined ? null : { ...readLook(look), look }
  const buyer = challenge === undefined ? null : readBuyer(challenge)
  return { own, buyer, judged: buyer ?? own }
}

/** The names of the extensions that a challenge declares. */
export function extensionsOf({ documents }: Challenge): string[] {
  const names = documents.flatMap(({ json }) => {
    const extensions = json['extensions']
    return typeof extensions === 'object' && extensions !== null
      ? Object.keys(extensions)
      : []
  })
  return [...new Set(names)]
}

/** Wallets that the usable offers of challenges pay, each once. */
export function walletsOf({ own, buyer }: Seen): string[] {
  return distinct(own, buyer, 'pay_to')
}

/** Networks of the usable offers of challenges, each once. */
export function networksOf({ own, buyer }: Seen): string[] {
  return distinct(own, buyer, 'network')
}

function distinct(
  own: Read | null,
  buyer: Read | null,
  field: 'pay_to' | 'network',
): string[] {
  const values = [buyer, own]
    .flatMap((read) => read?.challenge.offers ?? [])
    .filter(({ usable }) => usable)
    .map((offer) => offer[field])
  return [...new Set(values)].filter((value) => value !== null)
}

function readLook({ data }: Look): Read {
  const probe = probeOf(data) ?? { outcome: 'refused', detail: 'not asked' }
  const challenge =
    probe.outcome === 'response' ? readChallenge(probe) : NOTHING
  return { probe, challenge }
}

function readBuyer(challenge: CollectedResponse): Read {
  return {
    probe: { ...challenge, outcome: 'response' },
    challenge: readChallenge(challenge),
  }
}
