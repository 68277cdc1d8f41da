import {
  buildBundle,
  buildReport,
  CONFUSABLES_VERSION,
  type EvidenceRecord,
  hostKey,
  isInputError,
  PUBLIC_SUFFIX_LIST_VERSION,
  resourceId,
  resourceOf,
} from '@assay402/core'
import { isoOf } from '../questions/iso.js'
import { SOFTWARE_VERSION } from '../version.js'
import { decisionInput } from './decision-input.js'
import { derivedEvidence } from './derived-evidence.js'
import { randomId } from './ids.js'
import { type Inspection, NotInspectable } from './inspection.js'
import { type Known, readKnown, readPayee } from './known.js'
import { look } from './look.js'
import { maskCredentials } from './mask-credentials.js'
import { fromStore } from './opened-store.js'
import {
  askTerms,
  besideQuestions,
  type Dossier,
  type Questions,
} from './questions.js'
import { type LookedUp, lookUpRegistration } from './registration.js'
import type { InspectRequest, Subject } from './request.js'
import { saveCheck } from './save.js'
import { networksOf, readSeen, type Seen, walletsOf } from './seen.js'
import type { Look } from './shared-probes.js'
import { neutralQuestion, termsQuestion } from './terms-question.js'
import type { InspectTools } from './tools.js'

/**
 * Inspects one endpoint: looks, judges by what was seen and what is stored,
 * decides, reports, and stores the check. Throws NotInspectable for a URL that
 * names no http(s) resource; whatever a seller does is in the report.
 */
export async function inspect(
  asked: InspectRequest,
  tools: InspectTools,
): Promise<Inspection> {
  const request = { ...asked, url: maskCredentials(asked.url) }
  const subject = subjectOf(request)
  // The seller is asked first: opening the store takes longer than a request.
  const [seller, registered, known] = await Promise.all([
    look(request, subject, tools),
    lookUpRegistration(request, tools),
    readKnown(subject, tools.store, tools.now()),
  ])
  return conclude(request, subject, { seller, registered, known }, tools)
}

type Gathered = {
  readonly seller: Look | undefined
  readonly registered: LookedUp
  readonly known: Known
}

async function conclude(
  request: InspectRequest,
  subject: Subject,
  { seller, registered, known }: Gathered,
  tools: InspectTools,
): Promise<Inspection> {
  const nowMs = tools.now()
  const now = isoOf(nowMs)
  const seen = readSeen(request, seller)
  const terms = judgeTerms(now, request, known, seen)
  const addresses = walletsOf(seen)
  const payee = await readPayee(
    subject,
    {
      pay_to: terms.summary.pay_to,
      network: terms.summary.network,
      addresses,
      networks: withNetwork(networksOf(seen), terms.summary.network),
    },
    known,
    tools.store,
    nowMs,
  )
  const dossier: Dossier = {
    now,
    request,
    seen,
    known,
    payee,
    registration: registered.answer,
    terms: terms.summary,
    neutral: terms.neutral,
  }
  const derived = derivedEvidence(subject, known, payee, addresses, tools)
  const evidence = [seller?.record, registered.record, ...derived].filter(
    (record) => record !== undefined && record !== null,
  )
  const inspection = reported(subject, dossier, terms, evidence, tools)
  if (request.evidence !== 'stored')
    await fromStore(
      tools.store,
      (store) => saveCheck(store, subject, dossier, inspection, derived),
      undefined,
    )
  return inspection
}

function subjectOf({ method, url }: InspectRequest): Subject {
  const resource = resourceOf(method, url)
  const host = hostKey(url)
  if (resource === undefined || host === undefined)
    throw new NotInspectable(url)
  return {
    resource,
    resource_id: resourceId(resource),
    url,
    method,
    host,
    host_name: new URL(host).hostname,
  }
}

type JudgedTerms = Pick<Dossier, 'neutral'> & {
  /** Null: there was nothing to judge. */
  readonly question: ReturnType<typeof termsQuestion> | null
  readonly answer: object
  readonly summary: Dossier['terms']
}

const NO_TERMS = { network: null, pay_to: null, quoted_price_usd: null }

function judgeTerms(
  now: string,
  request: InspectRequest,
  { resource }: Known,
  seen: Seen,
): JudgedTerms {
  const { own, judged } = seen
  const neutral =
    own === null
      ? null
      : askTerms(
          neutralQuestion(now, request, resource, seen, own),
          own.challenge,
        )
  if (judged === null)
    return {
      neutral,
      question: null,
      answer: { unavailable: 'nothing_stored' },
      summary: NO_TERMS,
    }
  const question = termsQuestion(now, request, resource, seen, judged)
  const answer = askTerms(question.input, judged.challenge)
  return { neutral, question, answer, summary: answer }
}

function reported(
  subject: Subject,
  dossier: Dossier,
  { question, answer }: JudgedTerms,
  evidence: readonly EvidenceRecord[],
  tools: InspectTools,
): Inspection {
  const beside = chosen(dossier.request, besideQuestions(dossier))
  const expected = question?.expected ?? null
  const parts = {
    id: randomId(tools.randomBytes(16)),
    decision_input: decisionInput(subject, dossier, answer, expected, beside),
    evidence,
    lists: dossier.payee.lists.snapshots,
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
  const rulebook_inputs = {
    ...(question !== null && { terms: question.input }),
    ...beside,
  }
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

function withNetwork(networks: string[], network: string | null): string[] {
  return network === null || networks.includes(network)
    ? networks
    : [...networks, network]
}
