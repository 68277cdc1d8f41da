import { isInputError, judgeTermsRead } from '@assay402/core'
import {
  counterpartyProbe,
  counterpartyQuestion,
} from '../questions/counterparty.js'
import { healthQuestion } from '../questions/health.js'
import { merchantQuestion } from '../questions/merchant.js'
import { reputationQuestion } from '../questions/reputation.js'
import type { Known, KnownPayee } from './known.js'
import type { InspectRequest } from './request.js'
import type { Seen } from './seen.js'

/** The input of each rulebook, made from evidence. Pure. */
export type Questions = Readonly<Record<string, object>>

/** The answer of rulebook terms. */
export type TermsAnswer = Exclude<
  ReturnType<typeof judgeTermsRead>,
  { readonly error: unknown }
>

/** What terms said, as far as the other questions need it. */
export type TermsSummary = Pick<
  TermsAnswer,
  'network' | 'pay_to' | 'quoted_price_usd'
>

/** Everything that the questions beside `terms` are made of. */
export type Dossier = {
  readonly now: string
  readonly request: InspectRequest
  readonly seen: Seen
  readonly known: Known
  readonly payee: KnownPayee
  readonly registration: object
  readonly terms: TermsSummary
  /** Of our own probe, with nothing of the caller's in it. */
  readonly neutral: TermsAnswer | null
}

/** Judges terms on a challenge that was read; an input error is our fault. */
export function askTerms(
  question: object,
  challenge: Parameters<typeof judgeTermsRead>[1],
): TermsAnswer {
  const answer = judgeTermsRead(question, challenge)
  if (isInputError(answer))
    throw new Error(`terms refused its input: ${answer.error.message}`)
  return answer
}

/** The questions of the rulebooks that stand beside `terms`. */
export function besideQuestions(dossier: Dossier): Questions {
  const { now, request, seen, known, payee, registration, terms, neutral } =
    dossier
  const { resource, market } = known
  const reputation = reputationQuestion(now, known.host)
  return {
    ...(!request.vouched && {
      destination: { now, target: request.url, registration },
    }),
    'endpoint-health': healthQuestion({
      now,
      url: request.url,
      method: resource.endpoint?.method ?? request.method,
      tags: resource.endpoint?.tags ?? [],
      crawls: resource.crawls,
      quotes: market?.quotes ?? [],
      registration,
      sanctions: payee.lists.health,
    }),
    counterparty: counterpartyQuestion(
      {
        now,
        subject: request.url,
        network: terms.network,
        pay_to: terms.pay_to,
        probe: counterpartyProbe(
          seen.own && { ...seen.own, data: seen.own.look.data },
          neutral?.reason_code ?? null,
        ),
      },
      payee.settled,
    ),
    ...(payee.wallet !== null && {
      merchant: merchantQuestion(
        {
          now,
          price_usd: terms.quoted_price_usd,
          category: payee.wallet.category,
        },
        payee.wallet,
        payee.settled,
      ),
    }),
    ...(reputation !== undefined && { 'terms-reputation': reputation }),
  }
}
