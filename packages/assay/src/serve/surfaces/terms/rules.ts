import {
  isObject,
  type JsonValue,
  terms,
  termsReputation,
} from '@assay402/core'
import { DRY_RUN } from './answer.js'
import { FIELDS, limitsInWords, SERVICE_NAME, VERDICTS } from './rules-words.js'

/**
 * The published rules of this surface: what the rulebooks say of themselves,
 * under the names that clients of such a document know.
 */
export function rulesDocument(publicUrl: string): object {
  const { thresholds } = terms
  return {
    rules_version: terms.version,
    page: `${publicUrl}/terms/rules`,
    verdicts: VERDICTS,
    reason_codes: reasonCodes(),
    confidence: confidence(),
    quality_codes: qualityCodes(),
    reputation: reputation(),
    fields: FIELDS,
    price_tolerance: `within ${thresholds['price_tolerance']?.value}% of the listed price counts as the listed price`,
    limits: limitsInWords(),
    service: SERVICE_NAME,
    funnel: terms.rules,
    thresholds,
    data: terms.data,
    does_not_see: terms.limits,
  }
}

type ReasonCode = {
  readonly code: string
  readonly verdict: string
  readonly confidence: string
  readonly rule: string
  readonly text: string
}

/** In the rulebook's order, the dry run's own code after them. */
function reasonCodes(): ReasonCode[] {
  const judged = Object.entries(terms.reasons).map(
    ([code, { effect, text }]) => {
      const [verdict = '', confidence = ''] = effect.split(/, | /)
      return { code, verdict, confidence, rule: ruleOf(code, verdict), text }
    },
  )
  return [...judged, DRY_RUN]
}

/** When a code decides: the lines of the funnel that end in it. */
function ruleOf(code: string, verdict: string): string {
  return terms.rules
    .filter(({ then }) => then.startsWith(`${verdict} ${code},`))
    .map(({ when }) => (when === OTHERWISE ? NO_OTHER : when))
    .join('; or: ')
}

const OTHERWISE = 'otherwise'
const NO_OTHER =
  'no line of the funnel before it applies: readable terms in canonical USDC on a supported mainnet, as expected'

function confidence(): object {
  const codes = reasonCodes()
  const levels = [...new Set(codes.map((one) => one.confidence))]
  return {
    levels,
    rules: levels.map((level) => {
      const named = codes.filter((one) => one.confidence === level)
      return `${level}: ${named.map(({ code }) => code).join(', ')}${NOTES[level] ?? ''}`
    }),
  }
}

const NOTES: Readonly<Record<string, string>> = {
  medium:
    '; and a pay without an expected price, or whose terms changed since the observation before (history.drift)',
}

function qualityCodes(): object[] {
  return Object.entries(tableOf('quality_codes')).map(([code, grade]) => {
    const { reputation_value, text } = isObject(grade) ? grade : {}
    return { code, reputation_value, rule: text }
  })
}

function reputation(): object {
  const weights = tableOf('weights')
  const thens = Object.fromEntries(
    termsReputation.rules.map(({ id, when, then }) => [id, { when, then }]),
  )
  const then = (id: string) => thens[id]?.then
  const whole = (id: string) => `${thens[id]?.when}: ${thens[id]?.then}`
  return {
    version: termsReputation.version,
    scope:
      'one score for each seller host (scheme://host[:port]); every listed endpoint of it that was observed counts',
    formula: `score: ${whole('score')}; a component without data is left out, the weights of the others stay. Cap: ${whole('cap')}.`,
    weights,
    components: Object.fromEntries(
      Object.keys(weights).map((id) => [id, then(id)]),
    ),
    insufficient_data: whole('insufficient'),
    bands: then('band'),
    confidence: then('confidence'),
    tiers:
      'paid, router and exempt answers: the whole reputation; free answers, dry runs and pages: {host, band}',
    note: termsReputation.limits[0],
  }
}

function tableOf(name: string): Readonly<Record<string, JsonValue>> {
  const data = termsReputation.data[name]
  return isObject(data) ? (data as Record<string, JsonValue>) : {}
}
