import {
  type Bundle,
  canonicalJson,
  type EvidenceRecord,
  isObject,
  own,
} from '@assay402/core'
import { type ChallengeData, probeOf } from '../collect/index.js'

/** A place where a bundle's inputs are not what its evidence says. */
export type BrokenLink = {
  readonly path: string
  readonly why: 'evidence'
  readonly stored: unknown
  readonly recomputed: unknown
}

/**
 * Compares what was judged with what was seen: the probe of rulebook `terms`
 * must be the challenge record, a registration date the registration record.
 * A challenge that the buyer's own client received has no record of ours.
 */
export function brokenLinks(bundle: Bundle): BrokenLink[] {
  return [...probeLink(bundle), ...registrationLinks(bundle)]
}

function probeLink(bundle: Bundle): BrokenLink[] {
  const input = own(bundle.rulebook_inputs, 'terms')
  if (!isObject(input) || isBuyersOwn(bundle)) return []
  const stored = own(input, 'probe')
  const record = recordOf(bundle, 'challenge')
  if (record === undefined)
    return wasSeen(stored)
      ? [broken('rulebook_inputs.terms.probe', stored, undefined)]
      : []
  const recomputed = probeIn(record)
  return same(stored, recomputed)
    ? []
    : [broken('rulebook_inputs.terms.probe', stored, recomputed)]
}

function registrationLinks(bundle: Bundle): BrokenLink[] {
  const record = recordOf(bundle, 'registration')
  if (record === undefined) return []
  const seen = own(record.data as object, 'registered_at')
  return ['destination', 'endpoint-health'].flatMap((id) => {
    const input = own(bundle.rulebook_inputs, id)
    const used = isObject(input) ? own(input, 'registration') : undefined
    if (!isObject(used) || own(used, 'status') !== 'known') return []
    const stored = own(used, 'registered_at')
    return stored === seen
      ? []
      : [broken(`rulebook_inputs.${id}.registration`, stored, seen)]
  })
}

type Collected = Extract<EvidenceRecord, { readonly status: 'collected' }>

function recordOf(
  { evidence, report }: Bundle,
  kind: EvidenceRecord['kind'],
): Collected | undefined {
  return evidence.find(
    (record): record is Collected =>
      record.kind === kind &&
      record.status === 'collected' &&
      (kind !== 'challenge' || record.subject === report.subject.resource),
  )
}

function isBuyersOwn({ decision_input }: Bundle): boolean {
  return (
    isObject(decision_input) &&
    (own(decision_input, 'buyer_challenge') ?? null) !== null
  )
}

/** True for a probe that says that somebody answered. */
function wasSeen(probe: unknown): boolean {
  return isObject(probe) && own(probe, 'outcome') === 'response'
}

function probeIn(record: Collected): unknown {
  try {
    return probeOf(record.data as unknown as ChallengeData)
  } catch {
    // A record that was edited out of its shape says nothing.
    return undefined
  }
}

function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b
  return canonicalJson(a) === canonicalJson(b)
}

function broken(
  path: string,
  stored: unknown,
  recomputed: unknown,
): BrokenLink {
  return { path, why: 'evidence', stored, recomputed }
}
