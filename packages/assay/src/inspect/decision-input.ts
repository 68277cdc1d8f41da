import { JUDGES, type SpendPolicy } from '@assay402/core'
import { failedProbes } from '../observe/failed-probes.js'
import { rotationOf } from '../observe/rotation.js'
import { isoOf } from '../questions/iso.js'
import type { Observation, Pin } from '../store/store.js'
import type { Dossier, Questions } from './questions.js'
import type { Expected, InspectRequest, Subject } from './request.js'
import { extensionsOf, type Read } from './seen.js'

/** The whole input of `decide`. Pure. */
export function decisionInput(
  subject: Subject,
  dossier: Dossier,
  terms: object,
  expected: Expected | null,
  questions: Questions,
): object {
  const { now, request, seen, known, payee } = dossier
  const { resource } = known
  return {
    now,
    policy: policyFor(request),
    subject: {
      resource: subject.resource,
      host: subject.host,
      listed: resource.listed ?? claimsListing(request),
    },
    terms,
    expected,
    buyer_challenge: challengeOf(seen.buyer),
    own_probe: challengeOf(seen.own),
    rulebooks: answersOf(request, questions),
    sanctions: payee.lists.sanctions,
    screening: payee.lists.screening,
    price_context: priceContext(dossier),
    pin: pinOf(dossier),
    failed_probes: failedProbes(
      resource.crawls,
      resource.endpoint?.method ?? request.method,
    ),
    signed_offer: null,
    spent: null,
  }
}

/**
 * The first wallet known of a resource and network: the pinned one, else the
 * one of the oldest observation that is kept.
 */
export function firstWallet(
  network: string,
  pins: ReadonlyMap<string, Pin>,
  history: readonly Observation[],
): Pick<Pin, 'pay_to' | 'since'> | undefined {
  const pinned = pins.get(network)
  if (pinned !== undefined) return pinned
  const oldest = history.findLast(
    (one) => one.network === network && one.pay_to !== null,
  )
  return oldest?.pay_to == null
    ? undefined
    : { pay_to: oldest.pay_to, since: oldest.at }
}

function pinOf({ terms, known, payee }: Dossier): object | null {
  const { network } = terms
  if (network === null) return null
  const { crawls, history, settled } = known.resource
  const first = firstWallet(network, payee.pins, history)
  const { rotating } = rotationOf(crawls, network, settled.has(network))
  if (first === undefined && !rotating) return null
  return {
    pay_to: first?.pay_to ?? null,
    since: first === undefined ? null : isoOf(first.since),
    rotating,
  }
}

function priceContext({ known: { market } }: Dossier): object | null {
  if (market === null) return null
  const { category, median_atomic, hosts } = market
  return { category, median_atomic, hosts }
}

function challengeOf(read: Read | null): object | null {
  if (read === null) return null
  const { offers } = read.challenge
  return { offers, extensions: extensionsOf(read.challenge) }
}

/** Each rulebook's answer, or why it was not asked. */
function answersOf(request: InspectRequest, questions: Questions): object {
  const isAsked = (id: string) => request.rulebooks?.includes(id) ?? true
  const excuses = {
    destination: request.vouched ? 'host_allowed_by_caller' : 'not_asked',
    counterparty: 'not_asked',
    merchant: isAsked('merchant') ? 'no_pay_to' : 'not_asked',
    'endpoint-health': 'not_asked',
    reputation: isAsked('terms-reputation') ? 'no_history' : 'not_asked',
  }
  return Object.fromEntries(
    Object.entries(excuses).map(([id, unavailable]) => {
      const rulebook = id === 'reputation' ? 'terms-reputation' : id
      const question = questions[rulebook]
      return [
        id,
        question === undefined ? { unavailable } : JUDGES[rulebook]?.(question),
      ]
    }),
  )
}

/** For a host that the caller vouches for, its scheme is not held against it. */
function policyFor({ policy, vouched }: InspectRequest): SpendPolicy {
  return vouched ? { ...policy, require_https: false } : policy
}

function claimsListing({ expected }: InspectRequest): boolean | null {
  return expected?.source === 'listing' ? true : null
}
