import type { Offer } from '@assay402/core'
import type { KnownResource } from '../known/resource.js'
import { rotationOf } from '../observe/rotation.js'
import { listingExpectation } from '../questions/expectation.js'
import { historyRow } from '../questions/reputation.js'
import type { Expected, InspectRequest } from './request.js'
import type { Read, Seen } from './seen.js'

/** What is expected of the terms: the caller's word, else the catalog's. */
export function expectationOf(
  request: InspectRequest,
  known: KnownResource,
  offers: readonly Offer[],
): Expected | null {
  const { price_usd, pay_to, network } = request.expected ?? {}
  const given = [price_usd, pay_to, network].some((one) => one !== undefined)
  if (given) return request.expected ?? null
  return listed(known, offers, request.policy.allowed_networks)
}

/** The input of rulebook terms. */
export function termsQuestion(
  now: string,
  request: InspectRequest,
  known: KnownResource,
  seen: Seen,
  judged: Read,
): { readonly input: object; readonly expected: Expected | null } {
  const { url, method, check_expiry, skew_s, policy } = request
  const { offers } = judged.challenge
  const expected = expectationOf(request, known, offers)
  const input = {
    now,
    url,
    method,
    expected,
    options: {
      check_expiry,
      skew_s,
      accept_networks: policy.allowed_networks,
    },
    probe: judged.probe,
    history: historyOf(known, seen),
  }
  return { input, expected }
}

/**
 * The same question about our own probe with nothing in it that a caller
 * supplied: its answer may count for others.
 */
export function neutralQuestion(
  now: string,
  { url, method }: Pick<InspectRequest, 'url' | 'method'>,
  known: KnownResource,
  seen: Seen,
  own: Read,
): object {
  return {
    now,
    url,
    method,
    expected: listed(known, own.challenge.offers, 'any'),
    probe: own.probe,
    history: historyOf(known, seen),
  }
}

function listed(
  { listings, crawls, settled }: KnownResource,
  offers: readonly Offer[],
  accepted: readonly string[] | 'any',
): Expected | null {
  const expected = listingExpectation(listings, offers, accepted, (network) =>
    rotationOf(crawls, network, settled.has(network)).rotating
      ? 'rotating'
      : 'steady',
  )
  return expected ?? null
}

/** What was seen before the probe; the probe itself is no part of it. */
function historyOf({ history }: KnownResource, { own }: Seen): object[] {
  const id = own?.look.record.id
  const at = history.findIndex(({ evidence_id }) => evidence_id === id)
  return history.slice(at + 1).map(historyRow)
}
