import {
  buildReport,
  CONFUSABLES_VERSION,
  compareFractions,
  destination,
  isInputError,
  judgeTermsRead,
  PUBLIC_SUFFIX_LIST_VERSION,
  parseUsd,
  type Report,
  type SpendPolicy,
} from '@assay402/core'
import type { PaidTerms, Pin } from '../ledger/state.js'
import type { Spent } from '../ledger/view.js'
import { randomId } from '../request.js'
import { SOFTWARE_VERSION } from '../version.js'
import type { Question } from './ask.js'

/** What the caller's lists say of a wallet and a host. */
export type Screening = {
  readonly sanctions?: {
    readonly status: 'fresh' | 'stale' | 'missing'
    readonly matches: readonly unknown[]
  }
  readonly screening?: readonly unknown[]
}

/** The verdicts that do not depend on what was spent. */
export type LocalVerdicts = {
  readonly terms: ReturnType<typeof judgeTermsRead>
  readonly destination: unknown
}

export type LocalContext = {
  /** RFC 3339. */
  readonly now: string
  readonly policy: SpendPolicy
  readonly networks: readonly string[]
}

/** Rulebooks terms and destination over the very challenge that was received. */
export function judgeLocally(
  { request, response, challenge, expect }: Question,
  { now, networks }: LocalContext,
  history: readonly PaidTerms[],
): LocalVerdicts {
  const { listing } = expect
  const asked = expect.pay_to !== undefined || expect.network !== undefined
  return {
    terms: judgeTermsRead(
      {
        now,
        url: request.url,
        method: request.method,
        expected: {
          price_usd: listing?.price_usd,
          pay_to: expect.pay_to ?? listing?.pay_to,
          network: expect.network ?? listing?.network,
          source: asked || listing === undefined ? 'request' : 'listing',
        },
        options: { accept_networks: networks },
        probe: { outcome: 'response', ...response },
        history: history.map(rowOf),
      },
      challenge,
    ),
    destination: destination.judge({ now, target: request.url }),
  }
}

/** The whole local report: the verdicts, the limits, the ledger's figures. */
export function reportLocally(
  question: Question,
  { now, policy }: LocalContext,
  verdicts: LocalVerdicts,
  known: {
    readonly spent: Spent
    readonly pin: Pin | undefined
    readonly screening: Screening
  },
): Report {
  const { request, challenge, expect } = question
  const report = buildReport({
    id: randomId(),
    decision_input: {
      now,
      policy: narrowed(policy, expect.max_price_usd),
      subject: { resource: request.resource, host: request.host, listed: null },
      terms: verdicts.terms,
      expected: {
        price_usd: expect.listing?.price_usd,
        pay_to: expect.pay_to ?? expect.listing?.pay_to,
        network: expect.network ?? expect.listing?.network,
      },
      buyer_challenge: {
        offers: challenge.offers,
        extensions: extensionsOf(question),
      },
      own_probe: null,
      rulebooks: {
        destination: verdicts.destination,
        merchant: LOCAL_MODE,
        counterparty: LOCAL_MODE,
        'endpoint-health': LOCAL_MODE,
      },
      sanctions: known.screening.sanctions,
      screening: known.screening.screening,
      pin: known.pin && { pay_to: known.pin.pay_to, since: null },
      spent: known.spent,
    },
    evidence: [],
    lists: [],
    software: SOFTWARE,
  })
  // Every field is ours, so an unreadable one is a mistake of ours.
  if (isInputError(report)) throw new TypeError(report.error.message)
  return report
}

const LOCAL_MODE = { unavailable: 'local_mode' }

export const SOFTWARE = {
  name: '@assay402/guard',
  version: SOFTWARE_VERSION,
  public_suffix_list: PUBLIC_SUFFIX_LIST_VERSION,
  confusables: CONFUSABLES_VERSION,
}

function rowOf({ at, terms }: PaidTerms) {
  return {
    at: new Date(at).toISOString(),
    status: 402,
    price_atomic: terms.amount,
    network: terms.network,
    asset: terms.asset,
    pay_to: terms.pay_to,
  }
}

function extensionsOf({ challenge }: Question): string[] {
  return challenge.documents.flatMap(({ json }) => {
    const extensions = json['extensions']
    return typeof extensions === 'object' && extensions !== null
      ? Object.keys(extensions)
      : []
  })
}

/** The task's own maximum, where it is below the limit of the policy. */
function narrowed(policy: SpendPolicy, maximum: string | undefined) {
  if (maximum === undefined) return policy
  const most = parseUsd(maximum)
  const limit = parseUsd(policy.max_per_payment_usd)
  if (most === undefined || limit === undefined)
    throw new TypeError(`max_price_usd is no amount of USD: ${maximum}`)
  return compareFractions(most, limit) < 0
    ? { ...policy, max_per_payment_usd: maximum }
    : policy
}
