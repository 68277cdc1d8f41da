import {
  compareFractions,
  type DecisionInput,
  decimalOf,
  type Instant,
  judgeTermsQuestion,
  mapNetwork,
  parseUsd,
  type Report,
  reportOf,
  type SpendPolicy,
  type TermsQuestion,
  usdToAtomic,
  wellFormedJson,
} from '@assay402/core/light'
import type { PaidTerms, Pin } from '../ledger/state.js'
import type { Spent } from '../ledger/view.js'
import { randomId } from '../request.js'
import { SOFTWARE_VERSION } from '../version.js'
import type { Question } from './ask.js'
import type { Screen } from './screen.js'

/** What the caller's lists say of a wallet and a host. */
export type Screening = {
  readonly sanctions?: {
    readonly status: 'fresh' | 'stale' | 'missing'
    readonly matches: unknown[]
  }
  readonly screening?: unknown[]
}

export type LocalContext = {
  readonly now: Instant
  readonly policy: SpendPolicy
  readonly networks: readonly string[]
  readonly screen: Screen
}

export type TermsAnswer = ReturnType<typeof judgeTermsQuestion>

/** Rulebook terms over the very challenge that was received. */
export function judgeTermsHere(
  { response, challenge, expect }: Question,
  { now, networks }: LocalContext,
  history: readonly PaidTerms[],
): TermsAnswer {
  const expected = expectedOf(expect)
  const isAsked = expect.pay_to !== undefined || expect.network !== undefined
  const isListed = !isAsked && expect.listing !== undefined
  const none = Object.values(expected).every((value) => value === null)
  return judgeTermsQuestion(
    {
      now,
      outcome: 'response',
      response,
      expected,
      source: none ? null : isListed ? 'listing' : 'request',
      acceptNetworks: new Set(networks),
      expiryCheck: null,
      history: history.map(rowOf),
    },
    challenge,
  )
}

/** The whole local report: the verdicts, the limits, the ledger's figures. */
export function reportLocally(
  { request, challenge, expect }: Question,
  { now, policy, screen }: LocalContext,
  terms: TermsAnswer,
  known: {
    readonly spent: Spent
    readonly pin: Pin | undefined
    readonly screening: Screening
  },
): Report {
  const shown = hasLoneSurrogate(terms) ? wellFormedJson(terms) : terms
  const { listing } = expect
  const network = expect.network ?? listing?.network
  const input: DecisionInput = {
    now,
    policy: narrowed(policy, expect.max_price_usd),
    subject: { resource: request.resource, host: request.host },
    terms: shown,
    expected: {
      price_usd: listing?.price_usd,
      pay_to: expect.pay_to ?? listing?.pay_to,
      network: network && mapNetwork(network).id,
    },
    buyer_challenge: {
      offers: [...challenge.offers],
      extensions: extensionsOf(challenge),
    },
    rulebooks: {
      destination: screen.screen(request.url, now),
      merchant: LOCAL_MODE,
      counterparty: LOCAL_MODE,
      'endpoint-health': LOCAL_MODE,
    },
    sanctions: known.screening.sanctions,
    screening: known.screening.screening,
    pin: known.pin && { pay_to: known.pin.pay_to },
    spent: known.spent,
  }
  return reportOf(
    {
      id: randomId(),
      decision_input: input,
      evidence: [],
      lists: [],
      software: softwareOf(screen),
    },
    input,
  )
}

/** Names this package as the maker of a report. */
export function softwareOf(screen: Screen | undefined) {
  return {
    name: '@assay402/guard',
    version: SOFTWARE_VERSION,
    public_suffix_list: screen?.public_suffix_list ?? null,
    confusables: screen?.confusables ?? null,
  }
}

const LOCAL_MODE = { unavailable: 'local_mode' }

/** Looks at what sellers wrote in it; copying it all costs a tenth of a check. */
function hasLoneSurrogate({ offers, quality }: TermsAnswer): boolean {
  const isLone = (text: string | null) => text !== null && LONE.test(text)
  return (
    isLone(quality.checks.content_type) ||
    offers.some(
      ({ scheme, network, asset, pay_to, amount }) =>
        isLone(scheme) ||
        isLone(network) ||
        isLone(asset) ||
        isLone(pay_to) ||
        isLone(amount),
    )
  )
}

const LONE = /\p{Surrogate}/u

function expectedOf(expect: Question['expect']): TermsQuestion['expected'] {
  const { listing } = expect
  const price = listing?.price_usd
  const amount = price === undefined ? null : parseUsd(price)
  if (amount === undefined)
    throw new TypeError(`the listing's price is no amount of USD: ${price}`)
  const network = expect.network ?? listing?.network
  return {
    price: amount && usdToAtomic(amount),
    payTo: expect.pay_to ?? listing?.pay_to ?? null,
    network: network === undefined ? null : mapNetwork(network).id,
  }
}

function rowOf({ at, terms }: PaidTerms): TermsQuestion['history'][number] {
  const { amount, network, asset, pay_to } = terms
  return {
    at: { ms: at, sub: '' },
    terms: { amount, network, asset, payTo: pay_to },
  }
}

function extensionsOf({ documents }: Question['challenge']): string[] {
  return documents.flatMap(({ json }) => {
    const extensions = json['extensions']
    return typeof extensions === 'object' && extensions !== null
      ? Object.keys(extensions)
      : []
  })
}

/** The task's own maximum, where it is below the limit of the policy. */
function narrowed(
  policy: SpendPolicy,
  maximum: string | undefined,
): SpendPolicy {
  if (maximum === undefined) return policy
  const most = parseUsd(maximum)
  const limit = parseUsd(policy.max_per_payment_usd)
  if (most === undefined || limit === undefined)
    throw new TypeError(`max_price_usd is no amount of USD: ${maximum}`)
  return compareFractions(most, limit) < 0
    ? { ...policy, max_per_payment_usd: decimalOf(most) }
    : policy
}
