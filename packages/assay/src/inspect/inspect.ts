import {
  type Bundle,
  buildBundle,
  buildReport,
  CONFUSABLES_VERSION,
  hostKey,
  isInputError,
  JUDGES,
  PUBLIC_SUFFIX_LIST_VERSION,
  type Report,
  resourceOf,
  type SpendPolicy,
  terms,
} from '@assay402/core'
import { SOFTWARE_VERSION } from '../version.js'
import { gather } from './gather.js'
import { randomId } from './ids.js'
import {
  besideQuestions,
  type Questions,
  readProbe,
  termsQuestion,
} from './questions.js'
import type { InspectRequest } from './request.js'
import type { InspectTools } from './tools.js'

export type Inspection = {
  readonly report: Report
  /** Everything the report was made of, for replay. */
  readonly bundle: Bundle
}

/** The URL cannot be the subject of a report: nothing was asked. */
export class NotInspectable extends Error {}

/**
 * Inspects one endpoint: looks, judges, decides, reports. Throws NotInspectable
 * for a URL that names no http(s) resource; whatever a seller does is in the
 * report.
 */
export async function inspect(
  request: InspectRequest,
  tools: InspectTools,
): Promise<Inspection> {
  const resource = resourceOf(request.method, request.url)
  if (resource === undefined)
    throw new NotInspectable(`not an http(s) URL with a method: ${request.url}`)
  const gathered = await gather(request, resource, tools)
  const now = new Date(tools.now()).toISOString()
  const read = readProbe(gathered)
  const termsInput = termsQuestion(now, request, read.probe)
  const termsAnswer = terms.judge(termsInput)
  if (isInputError(termsAnswer))
    throw new Error(`terms refused its input: ${termsAnswer.error.message}`)
  const beside = chosen(
    request,
    besideQuestions(now, request, gathered, read, termsAnswer),
  )
  const offers = read.challenge.offers
  const decision_input = {
    now,
    policy: policyFor(request),
    subject: {
      resource,
      host: hostKey(request.url),
      listed: isListed(request),
    },
    terms: termsAnswer,
    expected: request.expected ?? null,
    buyer_challenge: null,
    own_probe: { offers, extensions: extensionsOf(read.challenge.documents) },
    rulebooks: answersOf(request, beside),
    sanctions: { status: 'missing', matches: [] },
    screening: [],
    price_context: null,
    pin: null,
    failed_probes: 0,
    signed_offer: null,
    spent: null,
  }
  const parts = {
    id: randomId(tools.randomBytes(16)),
    decision_input,
    evidence: gathered.records,
    lists: [],
    software: {
      name: '@assay402/assay',
      version: SOFTWARE_VERSION,
      public_suffix_list: PUBLIC_SUFFIX_LIST_VERSION,
      confusables: CONFUSABLES_VERSION,
    },
  }
  const report = buildReport(parts)
  if (isInputError(report))
    throw new Error(`the decision refused its input: ${report.error.message}`)
  const rulebook_inputs = { terms: termsInput, ...beside }
  return { report, bundle: buildBundle({ ...parts, report, rulebook_inputs }) }
}

function chosen(
  { rulebooks }: InspectRequest,
  questions: Questions,
): Questions {
  if (rulebooks === undefined) return questions
  return Object.fromEntries(
    Object.entries(questions).filter(([id]) => rulebooks.includes(id)),
  )
}

/** Each rulebook's answer, or why it was not asked. */
function answersOf(request: InspectRequest, questions: Questions): object {
  const excuses = {
    destination: request.vouched ? 'host_allowed_by_caller' : 'not_asked',
    counterparty: 'not_asked',
    merchant:
      request.rulebooks === undefined || request.rulebooks.includes('merchant')
        ? 'no_pay_to'
        : 'not_asked',
    'endpoint-health': 'not_asked',
    reputation: 'no_history',
  }
  return Object.fromEntries(
    Object.entries(excuses).map(([id, unavailable]) => {
      const question = questions[id]
      return [id, question ? JUDGES[id]?.(question) : { unavailable }]
    }),
  )
}

/** For a host that the caller vouches for, its scheme is not held against it. */
function policyFor({ policy, vouched }: InspectRequest): SpendPolicy {
  return vouched ? { ...policy, require_https: false } : policy
}

function isListed({ expected }: InspectRequest): boolean | null {
  return expected?.source === 'listing' ? true : null
}

function extensionsOf(
  documents: readonly { readonly json: Readonly<Record<string, unknown>> }[],
): string[] {
  const names = documents.flatMap(({ json }) => {
    const extensions = json['extensions']
    return typeof extensions === 'object' && extensions !== null
      ? Object.keys(extensions)
      : []
  })
  return [...new Set(names)]
}
