import {
  destination,
  type EvidenceRecord,
  isInputError,
  registrableDomain,
} from '@assay402/core'
import { isoOf } from '../questions/iso.js'
import type { InspectRequest } from './request.js'
import type { InspectTools } from './tools.js'

/** What is known of a domain's age, and from what. */
export type LookedUp = {
  /** As rulebooks take it. */
  readonly answer: object
  /** Null: nothing was looked up. */
  readonly record: EvidenceRecord | null
}

/** Asks store or registry, only when the rules will use the date. */
export async function lookUpRegistration(
  request: InspectRequest,
  tools: InspectTools,
): Promise<LookedUp> {
  if (request.registration === 'skip' || request.vouched) return NOT_LOOKED_UP
  const domain = domainToLookUp(request.url, tools.now())
  if (domain === undefined) return NOT_LOOKED_UP
  if (request.evidence !== 'stored') return tools.registrations.find(domain)
  return (await tools.registrations.stored(domain)) ?? NOT_STORED
}

/**
 * The registrable domain of a target whose age rulebook `destination` would
 * use; undefined when it would not (allowlisted, blocked, an IP, a platform).
 */
export function domainToLookUp(
  target: string,
  nowMs: number,
): string | undefined {
  const answer = destination.judge({ now: isoOf(nowMs), target })
  if (isInputError(answer) || answer.host === null) return undefined
  const asksForAge = answer.reasons.some(({ code }) => code === 'age_unknown')
  return asksForAge ? registrableDomain(answer.host) : undefined
}

const NOT_LOOKED_UP: LookedUp = {
  answer: { status: 'unknown', reason: 'not_looked_up' },
  record: null,
}

const NOT_STORED: LookedUp = {
  answer: { status: 'unknown', reason: 'not_stored' },
  record: null,
}
