import { atomicToUsd } from '../../money/usd.js'
import { fillText } from '../../rulebook/rulebook.js'
import type { Challenge, Offer } from '../../x402/challenge-types.js'
import {
  type Confidence,
  NO_EXPECTED_PRICE,
  REASONS,
  THRESHOLDS,
} from './data.js'
import { type Ruling, runFunnel } from './funnel.js'
import { summariseHistory } from './history.js'
import { REDUCED_CONFIDENCE } from './lines.js'
import type { TermsOffer, TermsOutput } from './output.js'
import { paymentOf, termsDigest } from './payment.js'
import { usdOf } from './price.js'
import { judgeQuality, type SchemaJudge } from './quality.js'
import type { Question } from './question.js'
import { isUsdc } from './steps.js'

export const VERSION = '2026-10-15'

/** The opinion on terms already read: `challenge` is that of the response. */
export function judgeTerms(
  question: Question,
  challenge: Challenge,
  matchOf: SchemaJudge,
): TermsOutput {
  const { now, outcome, response } = question
  const usable = challenge.offers.filter((offer) => offer.usable)
  const ruling = runFunnel(usable, { question, challenge })
  const { line, shown } = ruling
  const pay = line.verdict === 'pay'
  const history = summariseHistory(question.history, {
    now,
    answered: outcome === 'response',
    decisive: (pay ? shown : usable[0]) ?? null,
    usable,
  })
  const quote = quoteOf(shown)
  const payment = pay ? paymentOf(shown as Offer, now) : null
  return {
    rulebook: 'terms',
    version: VERSION,
    verdict: line.verdict,
    reason_code: line.code,
    reason: reasonOf(ruling, question, quote),
    confidence: confidenceOf(ruling, question, history.drift),
    ...quote,
    expected_source: question.source,
    payment,
    payment_terms_sha256: payment && termsDigest(payment),
    history,
    quality: judgeQuality({ outcome, response }, challenge, matchOf),
    offers: challenge.offers.map(shownOffer),
    defects: [...challenge.defects],
  }
}

function reasonOf(
  { line }: Ruling,
  { expected, expiryCheck, response }: Question,
  quote: Quote,
): string {
  const { price } = expected
  return fillText(REASONS[line.code].text, {
    price: quote.quoted_price_usd ?? '',
    payee: quote.pay_to ?? '',
    expected: price === null ? NO_EXPECTED_PRICE : `${atomicToUsd(price)} USD`,
    tolerance: THRESHOLDS.price_tolerance.value,
    skew_s: expiryCheck?.skewS ?? '',
    status: response.status,
    why: line.why ?? '',
  })
}

function confidenceOf(
  { line }: Ruling,
  { expected }: Question,
  drift: boolean,
): Confidence {
  const unsure = expected.price === null || drift
  return line.verdict === 'pay' && unsure ? REDUCED_CONFIDENCE : line.confidence
}

type Quote = Pick<
  TermsOutput,
  'quoted_price_usd' | 'network' | 'asset' | 'pay_to'
>

const NO_QUOTE: Quote = {
  quoted_price_usd: null,
  network: null,
  asset: null,
  pay_to: null,
}

function quoteOf(shown: Offer | null): Quote {
  if (shown === null) return NO_QUOTE
  const { network, asset, pay_to } = shown
  const quoted_price_usd = isUsdc(shown) ? usdOf(shown) : null
  return { quoted_price_usd, network, asset, pay_to }
}

/** An offer as the answer shows it: without what only rules need. */
function shownOffer(offer: Offer): TermsOffer {
  return {
    index: offer.index,
    source: offer.source,
    version: offer.version,
    scheme: offer.scheme,
    network: offer.network,
    asset: offer.asset,
    pay_to: offer.pay_to,
    amount: offer.amount,
    max_timeout_seconds: offer.max_timeout_seconds,
    usable: offer.usable,
    defects: [...offer.defects],
  }
}
