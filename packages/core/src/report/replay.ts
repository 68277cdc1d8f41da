import { evidenceSha256 } from '../evidence/seal.js'
import { canonicalJson } from '../json/canonical.js'
import { isObject, own } from '../json/value.js'
import { wellFormedJson } from '../json/well-formed.js'
import {
  type InputError,
  inputError,
  isInputError,
  readInput,
} from '../rulebook/input.js'
import { compareInstants, parseInstant } from '../time/instant.js'
import { buildReport } from './build-report.js'
import { type Bundle, bundleSchema } from './bundle.js'
import { type Difference, differences } from './differences.js'
import type { Report } from './report.js'
import { REPORTED_RULEBOOKS } from './report-words.js'

/** The pure function of each rulebook, by its id. */
export type Judges = Readonly<Record<string, (input: unknown) => unknown>>

export type Replay = {
  readonly result: 'identical' | 'different'
  readonly differences: readonly Difference[]
  /** Rulebooks whose version here is not the one of the bundle. */
  readonly rulebook_versions: readonly {
    readonly rulebook: string
    readonly stored: unknown
    readonly current: unknown
  }[]
}

/**
 * Recomputes verdicts, decision, digests and report of a bundle from what
 * stands in it and names each difference. Total: what is no bundle is an input
 * error. A rulebook that was judged but has no stored input, or that `judges`
 * lacks, is a difference.
 */
export function replayBundle(
  bundle: unknown,
  judges: Judges,
): Replay | InputError {
  const unwritable = problemOf(bundle)
  if (unwritable !== undefined) return inputError('', unwritable)
  const read = readInput(bundleSchema, bundle)
  if (!read.ok) return read.error
  const stored = read.value
  const verdicts = ANSWERS.map((place) => rejudge(stored, place, judges))
  const named = [
    ...evidenceDifferences(stored),
    ...clockDifferences(stored),
    ...unknownRulebooks(stored),
    ...verdicts.flatMap((verdict) => verdict.differences),
    ...reportDifferences(stored, bundle as object, verdicts),
  ]
  return {
    result: named.length === 0 ? 'identical' : 'different',
    differences: named,
    rulebook_versions: verdicts.flatMap((verdict) => verdict.versions),
  }
}

/** Where in the decision input the answer of a rulebook stands. */
type AnswerPlace = { readonly rulebook: string; readonly key: string }

const ANSWERS: readonly AnswerPlace[] = [
  ...REPORTED_RULEBOOKS.map((id) => ({ rulebook: id, key: id })),
  { rulebook: 'terms-reputation', key: 'reputation' },
]

type Rejudged = AnswerPlace & {
  /** What goes into the recomputed decision. */
  readonly answer: unknown
  readonly differences: readonly Difference[]
  readonly versions: Replay['rulebook_versions']
}

function problemOf(bundle: unknown): string | undefined {
  try {
    canonicalJson(bundle)
    return undefined
  } catch (error) {
    return `not JSON: ${(error as Error).message}`
  }
}

function rejudge(stored: Bundle, place: AnswerPlace, judges: Judges): Rejudged {
  const { rulebook, key } = place
  const answer = answerIn(stored.decision_input, key)
  const input = own(stored.rulebook_inputs, rulebook)
  const path =
    key === 'terms' ? 'decision_input.terms' : `decision_input.rulebooks.${key}`
  const same = { ...place, answer, differences: [], versions: [] }
  if (input === undefined) {
    if (isVerdictless(answer)) return same
    return { ...same, differences: [lacking(path, 'missing_input', answer)] }
  }
  const judge = own(judges, rulebook)
  if (typeof judge !== 'function')
    return { ...same, differences: [lacking(path, 'missing_judge', answer)] }
  const current: unknown = wellFormedJson(judge(input))
  return {
    ...place,
    answer: current,
    differences: differences(answer, current, path),
    versions: versionsOf(rulebook, answer, current),
  }
}

function answerIn(input: unknown, key: string): unknown {
  if (!isObject(input)) return undefined
  if (key === 'terms') return own(input, key)
  const beside = own(input, 'rulebooks')
  return isObject(beside) ? own(beside, key) : undefined
}

function isVerdictless(answer: unknown): boolean {
  if (answer === undefined || answer === null) return true
  return isObject(answer) && typeof own(answer, 'unavailable') === 'string'
}

function lacking(
  path: string,
  why: Difference['why'],
  stored: unknown,
): Difference {
  return { path, why, stored, recomputed: undefined }
}

function versionsOf(
  rulebook: string,
  before: unknown,
  now: unknown,
): Replay['rulebook_versions'] {
  const stored = versionOf(before)
  const current = versionOf(now)
  return stored === current ? [] : [{ rulebook, stored, current }]
}

function versionOf(answer: unknown): unknown {
  return isObject(answer) ? (own(answer, 'version') ?? null) : null
}

function evidenceDifferences({ evidence }: Bundle): Difference[] {
  return evidence.flatMap((record, i): Difference[] => {
    const recomputed = evidenceSha256(record)
    if (record.sha256 === recomputed) return []
    const path = `evidence.${i}.sha256`
    return [{ path, why: 'digest', stored: record.sha256, recomputed }]
  })
}

/** Every rulebook must have been judged as of the moment of the report. */
function clockDifferences({ report, rulebook_inputs }: Bundle): Difference[] {
  return Object.keys(rulebook_inputs).flatMap((id): Difference[] => {
    const input = rulebook_inputs[id]
    const now = isObject(input) ? own(input, 'now') : undefined
    if (isSameMoment(now, report.as_of)) return []
    const path = `rulebook_inputs.${id}.now`
    return [{ path, why: 'clock', stored: now, recomputed: report.as_of }]
  })
}

function unknownRulebooks({ rulebook_inputs }: Bundle): Difference[] {
  return Object.keys(rulebook_inputs)
    .filter((id) => !ANSWERS.some((place) => place.rulebook === id))
    .map((id) =>
      lacking(`rulebook_inputs.${id}`, 'missing_judge', rulebook_inputs[id]),
    )
}

function isSameMoment(written: unknown, asOf: string): boolean {
  const a = parseInstant(written)
  const b = parseInstant(asOf)
  if (a === undefined || b === undefined) return false
  // A report shows whole milliseconds.
  return compareInstants({ ...a, sub: '' }, b) === 0
}

/**
 * The report must be what its own decision input says, and its decision what
 * the recomputed verdicts say. Verdicts themselves were compared before.
 */
function reportDifferences(
  stored: Bundle,
  bundle: object,
  verdicts: readonly Rejudged[],
): Difference[] {
  const { software, id } = stored.report
  const parts = { id, software, evidence: stored.evidence, lists: stored.lists }
  const asStored = buildReport({
    ...parts,
    decision_input: stored.decision_input,
  })
  const again = buildReport({
    ...parts,
    decision_input: withAnswers(stored.decision_input, verdicts),
  })
  if (isInputError(asStored)) return [unreadable(asStored)]
  if (isInputError(again)) return [unreadable(again)]
  const { decision, reasons, retry_after_s, terms } = again
  const expected: Report = {
    ...asStored,
    decision,
    reasons,
    retry_after_s,
    terms,
  }
  return differences(own(bundle, 'report'), expected, 'report')
}

function unreadable({ error }: InputError): Difference {
  const path =
    error.path === '' ? 'decision_input' : `decision_input.${error.path}`
  return {
    path,
    why: 'unreadable',
    stored: undefined,
    recomputed: error.message,
  }
}

function withAnswers(input: unknown, verdicts: readonly Rejudged[]): unknown {
  if (!isObject(input)) return input
  const terms = verdicts.find((verdict) => verdict.key === 'terms')?.answer
  const beside = verdicts
    .filter((verdict) => verdict.key !== 'terms')
    .map((verdict) => [verdict.key, verdict.answer])
  return { ...input, terms, rulebooks: Object.fromEntries(beside) }
}
