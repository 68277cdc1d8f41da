import { atomicToUsd, parseAtomic, terms as rulebook } from '@assay402/core'
import { isoOf } from '../../../questions/iso.js'
import type { Observation } from '../../../store/store.js'
import type { Access } from '../access.js'
import type { Terms } from './look.js'
import type { SpotCheckInput } from './parameters.js'
import type { HostReputation } from './reputation.js'

/** Everything that one spot check found. */
export type Found = {
  readonly input: SpotCheckInput
  readonly terms: Terms
  readonly checked_at: string
  /** Null: nothing was kept of it. */
  readonly receipt: {
    readonly id: string
    readonly url: string
    readonly jws: string | null
  } | null
  readonly prior_checks: number
  readonly reputation: HostReputation
  /** Newest first. */
  readonly observations: readonly Observation[]
}

/** What everybody is told. */
export function freeBody(found: Found, access: Access): object {
  const { terms, receipt, prior_checks, reputation } = found
  return {
    verdict: terms.verdict,
    reason_code: terms.reason_code,
    reason: terms.reason,
    confidence: terms.confidence,
    payment_terms_sha256: terms.payment_terms_sha256,
    receipt_id: receipt?.id ?? null,
    receipt_url: receipt?.url ?? null,
    prior_checks,
    quality: { code: terms.quality.code },
    reputation: { host: reputation.host, band: reputation.band },
    access,
  }
}

/** What an answer beyond the free tells: `reason` is the code then. */
export function fullBody(found: Found, access: Access): object {
  const { input, terms, receipt, reputation } = found
  const { rulebook: _, version, reason_code, ...rest } = terms
  return {
    ...freeBody(found, access),
    ...rest,
    reason_code,
    reason: reason_code,
    rules_version: version,
    url: input.url,
    method: input.method,
    checked_at: found.checked_at,
    reputation: shownReputation(reputation),
    history_observations: found.observations.map(shownObservation),
    receipt: receipt?.jws ?? null,
    client: input.client ?? null,
    ref: input.ref ?? null,
  }
}

/** What a dry run says when the stored terms would have been paid. */
export const DRY_RUN = {
  code: 'dry_run',
  verdict: 'recheck',
  confidence: 'low',
  rule: 'Only with mode=dry-run: the endpoint is not asked, and what is stored of it shows no problem, or nothing is stored.',
  text: 'dry run: nobody was asked, so this is no approval to pay',
} as const

/**
 * A dry run: a stored problem is told as it is, everything else is no decision.
 * Never an approval to pay.
 */
export function dryBody(
  terms: Terms | null,
  reputation: HostReputation,
  { access, prior }: { readonly access: Access; readonly prior: number },
): object {
  const isProblem = terms?.verdict === 'skip'
  const said = isProblem
    ? terms
    : {
        verdict: DRY_RUN.verdict,
        reason_code: DRY_RUN.code,
        reason: DRY_RUN.text,
        confidence: DRY_RUN.confidence,
      }
  return {
    verdict: said.verdict,
    reason_code: said.reason_code,
    reason: said.reason,
    confidence: said.confidence,
    payment_terms_sha256: null,
    receipt_id: null,
    receipt_url: null,
    prior_checks: prior,
    quality: { code: terms?.quality.code ?? null },
    reputation: { host: reputation.host, band: reputation.band },
    access,
    mode: 'dry-run',
    approval: false,
    rules_version: rulebook.version,
  }
}

function shownReputation(reputation: HostReputation): object {
  const { rulebook: _, version: __, provisional_score, ...rest } = reputation
  return { ...rest, ...(rest.low_data && { provisional_score }) }
}

function shownObservation(observation: Observation): object {
  const { at, status, price_atomic, network, asset, pay_to } = observation
  const price = parseAtomic(price_atomic)
  return {
    at: isoOf(at),
    status,
    price_atomic,
    price_usd: price === undefined ? null : atomicToUsd(price),
    network,
    asset,
    pay_to,
  }
}
