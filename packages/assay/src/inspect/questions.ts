import {
  type Challenge,
  type CollectedResponse,
  readChallenge,
} from '@assay402/core'
import { type Probe, probeOf, probeState } from '../collect/index.js'
import type { Gathered } from './gather.js'
import type { InspectRequest } from './request.js'

/** The input of each rulebook, made from evidence. Pure. */
export type Questions = Readonly<Record<string, object>>

/** What terms said, as far as the other questions need it. */
export type TermsSummary = {
  readonly network: string | null
  readonly pay_to: string | null
  readonly quoted_price_usd: string | null
  readonly reason_code: string
}

/** The text form of a probe and what could be read in it. */
export type Read = { readonly probe: Probe; readonly challenge: Challenge }

/** The probe and the challenge in it; nothing to read is an empty challenge. */
export function readProbe(gathered: Gathered): Read {
  const probe = probeOf(gathered.challenge) ?? {
    outcome: 'refused',
    detail: 'not asked',
  }
  const challenge =
    probe.outcome === 'response'
      ? readChallenge(probe satisfies CollectedResponse)
      : { offers: [], defects: [], documents: [] }
  return { probe, challenge }
}

export function termsQuestion(
  now: string,
  request: InspectRequest,
  probe: Probe,
): object {
  return {
    now,
    url: request.url,
    method: request.method,
    expected: request.expected ?? null,
    options: {
      check_expiry: request.check_expiry,
      skew_s: request.skew_s,
      accept_networks: request.policy.allowed_networks,
    },
    probe,
    history: [],
  }
}

/** The questions of the rulebooks that stand beside `terms`. */
export function besideQuestions(
  now: string,
  request: InspectRequest,
  gathered: Gathered,
  read: Read,
  terms: TermsSummary,
): Questions {
  const registration = registrationOf(gathered)
  return {
    ...(!request.vouched && {
      destination: { now, target: request.url, registration },
    }),
    'endpoint-health': {
      now,
      url: request.url,
      advertised_method: request.method,
      // Only a crawler's GET observations feed it; one look at an endpoint
      // says nothing of its health over a week.
      observations: [],
      quote_atomic: null,
      tags: [],
      category_quotes: [],
      registration,
      sanctions: null,
    },
    counterparty: {
      now,
      subject: request.url,
      network: terms.network,
      pay_to: terms.pay_to,
      settlement: { status: 'missing' },
      probe: counterpartyProbe(gathered, read, terms),
      excluded_wallets: [],
      self: false,
    },
    ...(terms.pay_to !== null && {
      merchant: {
        now,
        wallet: terms.pay_to,
        indexed: false,
        price_usd: terms.quoted_price_usd,
        category: null,
        comparable_prices_atomic: [],
        platforms: [],
      },
    }),
  }
}

function registrationOf({ registration }: Gathered): object {
  if (registration === null)
    return { status: 'unknown', reason: 'not_looked_up' }
  return registration.status === 'known'
    ? { status: 'known', registered_at: registration.registered_at }
    : { status: 'unknown', reason: registration.reason }
}

/**
 * An answer that says something about the seller completes the handshake: not
 * a bot wall, a refusal ahead of payment, or a free trial. A refused connection
 * would complete it too, but only when seen twice, and one inspection looks
 * once.
 */
function counterpartyProbe(
  { challenge: data }: Gathered,
  { probe, challenge }: Read,
  terms: TermsSummary,
): object {
  const usable = challenge.offers.filter((offer) => offer.usable)
  const state = probeState(data, usable.length > 0)
  const conclusive = state === 'conclusive_ok' || state === 'conclusive_bad'
  if (!conclusive || terms.reason_code === 'free_trial_active')
    return { status: 'not_completed' }
  const none =
    (probe.outcome === 'response' && probe.status !== 402) ||
    challenge.offers.length === 0
  return {
    status: 'completed',
    challenge: state === 'conclusive_ok' ? 'valid' : none ? 'none' : 'invalid',
    pay_to: [...new Set(usable.map(({ pay_to }) => pay_to))],
  }
}
