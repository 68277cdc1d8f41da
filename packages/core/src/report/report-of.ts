import { decideRead } from '../decision/decide-read.js'
import type { DecisionInput } from '../decision/input.js'
import type { EvidenceRecord } from '../evidence/record.js'
import { resourceId, urlOfResource } from '../identity/resource.js'
import { isObject, own } from '../json/value.js'
import { policySha256 } from '../policy/policy-digest.js'
import { formatInstant } from '../time/instant.js'
import type { ListSnapshot, Report, Software } from './report.js'
import { REPORT_SCHEMA_ID, REPORTED_RULEBOOKS } from './report-words.js'

/** What a report is made of. */
export type ReportParts = {
  /** 128 random bits, from the caller. */
  readonly id: string
  /** The whole input of `decide`; the rulebooks' answers stand in it. */
  readonly decision_input: unknown
  readonly evidence: readonly EvidenceRecord[]
  readonly lists: readonly ListSnapshot[]
  readonly software: Software
}

/**
 * As `buildReport`, on a decision input that was read already. The parts'
 * `decision_input` must be well-formed: the answers are shown as they stand.
 */
export function reportOf(parts: ReportParts, input: DecisionInput): Report {
  const given = parts.decision_input as object
  const rulebooks = answersIn(given)
  const reputation = memberOf(own(given, 'rulebooks'), 'reputation') ?? null
  const { decision, reasons, retry_after_s } = decideRead(input)
  return {
    report: REPORT_SCHEMA_ID,
    id: parts.id,
    subject: subjectOf(input),
    as_of: formatInstant(input.now),
    decision,
    reasons: [...reasons],
    retry_after_s,
    terms: approvedTerms(input, given),
    rulebooks,
    reputation,
    evidence: summaryOf(parts.evidence),
    policy_sha256: policySha256(input.policy),
    software: softwareOf(parts, {
      ...rulebooks,
      'terms-reputation': reputation,
    }),
  }
}

/** The evidence in its one order: kind, time as written, digest. */
export function sortedEvidence(
  records: readonly EvidenceRecord[],
): EvidenceRecord[] {
  const keyed = records.map((record): [string, EvidenceRecord] => [
    `${record.kind} ${record.collected_at} ${record.sha256} ${record.id}`,
    record,
  ])
  return sortedByKey(keyed)
}

/** The lists in their one order. */
export function sortedLists(lists: readonly ListSnapshot[]): ListSnapshot[] {
  return sortedByKey(lists.map((list) => [`${list.id} ${list.sha256}`, list]))
}

function sortedByKey<Value>(keyed: [string, Value][]): Value[] {
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
}

function subjectOf({ subject }: DecisionInput): Report['subject'] {
  return {
    resource: subject.resource,
    resource_id: resourceId(subject.resource),
    // The schema lets no unreadable resource through.
    host: (urlOfResource(subject.resource) as URL).origin,
    listed: subject.listed ?? null,
  }
}

function approvedTerms(input: DecisionInput, given: object): Report['terms'] {
  if (input.terms?.verdict !== 'pay') return null
  const terms = own(given, 'terms')
  const digest = memberOf(terms, 'payment_terms_sha256')
  const payment = memberOf(terms, 'payment') as NonNullable<Report['terms']>
  return {
    ...payment,
    scheme: payment.scheme ?? 'exact',
    payment_terms_sha256: typeof digest === 'string' ? digest : null,
  }
}

function answersIn(given: object): Record<string, unknown> {
  const beside = own(given, 'rulebooks')
  return Object.fromEntries(
    REPORTED_RULEBOOKS.map((id) => {
      const answer = id === 'terms' ? own(given, id) : memberOf(beside, id)
      return [id, answer ?? { unavailable: 'not_judged' }]
    }),
  )
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) ? own(value, key) : undefined
}

function summaryOf(records: readonly EvidenceRecord[]): Report['evidence'] {
  return sortedEvidence(records).map(
    ({ kind, collected_at, status, sha256, collector }) => ({
      kind,
      collected_at,
      status,
      sha256,
      source: `${collector.id}/${collector.version}`,
    }),
  )
}

function softwareOf(
  { software, lists }: ReportParts,
  answers: Readonly<Record<string, unknown>>,
): Report['software'] {
  const versions: Record<string, string> = {}
  for (const [id, answer] of Object.entries(answers)) {
    const version = memberOf(answer, 'version')
    if (typeof version === 'string') versions[id] = version
  }
  const { name, version, public_suffix_list, confusables } = software
  return {
    name,
    version,
    public_suffix_list,
    confusables,
    rulebooks: versions,
    lists: sortedLists(lists),
  }
}
