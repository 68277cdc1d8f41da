import { NOW, pay, quiet } from '../../decision/testing/input.js'
import type { EvidenceRecord } from '../../evidence/record.js'
import { sealEvidence } from '../../evidence/seal.js'
import type { InputError } from '../../rulebook/input.js'
import { buildReport } from '../build-report.js'
import { type Bundle, buildBundle } from '../bundle.js'
import type { Judges } from '../replay.js'
import type { ListSnapshot, Report, Software } from '../report.js'
import type { ReportParts } from '../report-of.js'

export const ID = '0123456789abcdef0123456789abcdef'

export const SOFTWARE: Software = {
  name: 'assay',
  version: '0.1.0',
  public_suffix_list: '2026-11-01',
  confusables: '17.0.0',
}

export const LISTS: readonly ListSnapshot[] = [
  {
    id: 'ofac-sdn',
    sha256: 'b'.repeat(64),
    published_at: '2026-11-29T00:00:00Z',
    fetched_at: '2026-11-30T06:00:00Z',
  },
  {
    id: 'facilitators',
    sha256: 'a'.repeat(64),
    published_at: null,
    fetched_at: null,
  },
]

export const PROBE: EvidenceRecord = sealEvidence({
  id: '01KB9V6Z0000000000000000AA',
  kind: 'challenge',
  subject: 'GET https://api.example.com/x',
  collected_at: '2026-11-30T11:59:59Z',
  collector: { id: 'probe', version: '1' },
  status: 'collected',
  data: { outcome: 'response', status: 402, headers: {}, body: 'e30=' },
})

export const NO_LISTING: EvidenceRecord = sealEvidence({
  id: '01KB9V6Z0000000000000000AB',
  kind: 'listing',
  subject: 'GET https://api.example.com/x',
  collected_at: '2026-11-30T11:59:58Z',
  collector: { id: 'bazaar', version: '2' },
  status: 'failed',
  failure: { code: 'timeout', detail: '' },
})

/** Judges that answer what stands in their input. */
export const ECHO: Judges = Object.fromEntries(
  [
    'terms',
    'destination',
    'merchant',
    'counterparty',
    'endpoint-health',
    'terms-reputation',
  ].map((id) => [
    id,
    (input: unknown) => (input as { answer: unknown }).answer,
  ]),
)

const answers = quiet()['rulebooks'] as Record<string, object>

export const DECISION_INPUT = quiet({
  terms: pay('10000', { payment_terms_sha256: 'c'.repeat(64) }),
  rulebooks: {
    ...answers,
    destination: {
      rulebook: 'destination',
      version: '1',
      verdict: 'suspicious',
      score: 60,
    },
    merchant: { unavailable: 'not_indexed' },
    reputation: {
      rulebook: 'terms-reputation',
      version: '2026-10-15',
      band: 'high',
    },
  },
}) as { terms: object; rulebooks: Record<string, object> }

/** The parts of a report that holds, and of its bundle. */
export function parts(change: Partial<ReportParts> = {}): ReportParts {
  return {
    id: ID,
    decision_input: DECISION_INPUT,
    evidence: [PROBE, NO_LISTING],
    lists: LISTS,
    software: SOFTWARE,
    ...change,
  }
}

/** A report that must be one. */
export function reportOf(change: Partial<ReportParts> = {}): Report {
  return mustBe(buildReport(parts(change)))
}

/** A bundle that the judges above give back identically. */
export function bundleOf(): Bundle {
  const { destination, counterparty, reputation } = DECISION_INPUT.rulebooks
  return buildBundle({
    ...parts(),
    report: reportOf(),
    rulebook_inputs: {
      terms: { now: NOW, answer: DECISION_INPUT.terms },
      destination: { now: NOW, answer: destination },
      counterparty: { now: NOW, answer: counterparty },
      'endpoint-health': { now: NOW, answer: answers['endpoint-health'] },
      'terms-reputation': { now: NOW, answer: reputation },
    },
  })
}

function mustBe(answer: Report | InputError): Report {
  if ('error' in answer) throw new Error(answer.error.message)
  return answer
}
