import type { Report, SpendPolicy } from '@assay402/core/light'
import { walletKey } from '@assay402/core/light'
import { type FrozenTerms, freezeTerms } from '../approval/terms.js'
import { isExpectedHost } from '../expectation.js'
import {
  guardReason,
  type ReportReason,
  withReasons,
} from '../guard-reasons.js'
import { LEDGER_TIMES, type LedgerEvent } from '../ledger/event.js'
import type { Ledger } from '../ledger/ledger.js'
import type { LedgerState } from '../ledger/state.js'
import {
  failedAttempts,
  historyOf,
  pinOf,
  spentOf,
  unclearEntries,
} from '../ledger/view.js'
import type { FailMode, GuardOptions, Sources } from '../options.js'
import { type PaidRequest, randomId } from '../request.js'
import type { Question } from './ask.js'
import type { EngineAnswer } from './engine.js'
import { foreignResource } from './foreign-resource.js'
import { judgeTermsHere, type LocalContext, reportLocally } from './local.js'
import { mergeReports } from './merge.js'
import type { Screen } from './screen.js'
import { twoReadings } from './two-readings.js'
import { explainHugeAmount, explainUnits } from './units.js'

export type JudgeSettings = {
  readonly policy: SpendPolicy
  readonly sources: Sources
  readonly fail_mode: FailMode
  readonly attempts: number
  readonly lists: GuardOptions['lists']
}

/** One judgement: the report, and what was reserved if it lets pass. */
export type Judgement = {
  readonly report: Report
  readonly reserved: {
    readonly id: string
    readonly frozen: FrozenTerms
  } | null
}

export type JudgeInput = {
  readonly question: Question
  readonly engine: EngineAnswer | undefined
  readonly networks: readonly string[]
  readonly screen: Screen
  /** Milliseconds since 1970. */
  readonly now: number
  /** Codes of holds that a person let through; null: nobody was asked. */
  readonly lifted: ReadonlySet<string> | null
}

/**
 * Judges and reserves in one step of the ledger, so that payments judged at
 * the same time cannot together exceed a cap.
 */
export function judgeAndReserve(
  ledger: Ledger,
  settings: JudgeSettings,
  input: JudgeInput,
): Promise<Judgement> {
  return ledger.transact<Judgement>(input.now, (state) => {
    const { report, frozen } = judgeOn(state, settings, input)
    if (frozen === undefined || !isLetThrough(report, input.lifted))
      return { events: [], answer: { report, reserved: null } }
    const id = randomId()
    return {
      events: [reservation(id, input, frozen)],
      answer: { report: lifted(report, input), reserved: { id, frozen } },
    }
  })
}

/** Judges without reserving anything. */
export function judgeOnly(
  ledger: Ledger,
  settings: JudgeSettings,
  input: JudgeInput,
): Promise<Report> {
  return ledger.transact(input.now, (state) => ({
    events: [],
    answer: judgeOn(state, settings, input).report,
  }))
}

function judgeOn(
  state: LedgerState,
  settings: JudgeSettings,
  { question, engine, networks, now, screen }: JudgeInput,
): { report: Report; frozen: FrozenTerms | undefined } {
  const { request, challenge } = question
  const context: LocalContext = {
    now: { ms: now, sub: '' },
    policy: settings.policy,
    networks,
    screen,
  }
  const memory = memoryOf(state, request)
  const terms = judgeTermsHere(question, context, historyOf(state, memory))
  const { network, pay_to } = terms
  const wallet =
    network === null || pay_to === null ? null : walletKey(network, pay_to)
  const local = reportLocally(question, context, terms, {
    spent: spentOf(state, now, { host: request.host, wallet }),
    pin: network === null ? undefined : pinOf(state, memory, network),
    screening: settings.lists?.({ pay_to, network, host: request.host }) ?? {},
  })
  const merged = mergeReports(local, engine, settings)
  const frozen =
    terms.payment === null ? undefined : freezeTerms(challenge, terms.payment)
  const report = withReasons(merged, [
    ...mechanics(state, settings, question, { now, screen }),
    ...(frozen === undefined ? [] : twoReadings(frozen.entry)),
    ...unitsOf(merged, question, settings.policy),
  ])
  return { report, frozen }
}

/**
 * Under what name earlier payments are remembered. What only a seller calls
 * its resource is kept apart: anybody can name anybody's. Yet what was really
 * paid there speaks first.
 */
function memoryOf(state: LedgerState, request: PaidRequest): string {
  const { resource, named_by } = request
  return named_by === undefined || historyOf(state, resource).length > 0
    ? resource
    : hearsay(request)
}

function hearsay({ resource }: PaidRequest): string {
  return `named by the seller: ${resource}`
}

/** What stops a payment whatever anybody thinks of the seller. */
function mechanics(
  state: LedgerState,
  { attempts }: JudgeSettings,
  { request, challenge, expect, call }: Question,
  { now, screen }: Pick<JudgeInput, 'now' | 'screen'>,
): ReportReason[] {
  const found = foreignResource(challenge, request.url, screen)
  if (expect.host !== undefined && !isExpectedHost(request.host, expect.host))
    found.push(
      guardReason('host_mismatch', {
        measured: request.host,
        threshold: expect.host,
      }),
    )
  const isUnclear = unclearEntries(state, now, request.key).length > 0
  if (isUnclear && !isKey(call.idempotency_key))
    found.push(guardReason('unclear_payment'))
  const failed = failedAttempts(state, now, request.key)
  if (failed >= attempts)
    found.push(
      guardReason('retry_storm', { measured: failed, threshold: attempts }),
    )
  return found
}

/** Beside a refusal: did somebody mix up the units of the price? */
function unitsOf(
  report: Report,
  { challenge, expect }: Question,
  policy: SpendPolicy,
): ReportReason[] {
  if (report.decision === 'allow') return []
  const amount = challenge.offers.find(({ usable }) => usable)?.amount ?? null
  const expected = expect.listing?.price_usd ?? expect.max_price_usd
  const explained =
    explainUnits(amount, expected) ??
    explainHugeAmount(amount) ??
    explainUnits(amount, policy.max_per_payment_usd)
  return explained === undefined ? [] : [explained]
}

function isLetThrough(
  report: Report,
  lifted: ReadonlySet<string> | null,
): boolean {
  if (report.decision !== 'hold') return report.decision === 'allow'
  return report.reasons.every(
    ({ decision, code }) => decision !== 'hold' || lifted?.has(code) === true,
  )
}

function lifted(report: Report, { lifted: codes }: JudgeInput): Report {
  return codes === null || report.decision !== 'hold'
    ? report
    : withReasons(report, [guardReason('allowed_by_person')])
}

function reservation(
  id: string,
  { question, now }: JudgeInput,
  { terms }: FrozenTerms,
): LedgerEvent {
  const { request, call } = question
  const key = call.idempotency_key
  return {
    e: 'reserved',
    id,
    at: now,
    request: request.key,
    host: request.host,
    wallet: walletKey(terms.network, terms.pay_to),
    terms: {
      resource:
        request.named_by === undefined ? request.resource : hearsay(request),
      network: terms.network,
      asset: terms.asset,
      amount: String(terms.amount),
      pay_to: terms.pay_to,
    },
    open_until:
      now + LEDGER_TIMES.approval_ms + Math.ceil(terms.valid_for_s * 1000),
    ...(isKey(key) ? { idempotency_key: key } : {}),
  }
}

/** One that is empty, or no text, tells a seller nothing. */
function isKey(key: unknown): key is string {
  return typeof key === 'string' && key !== ''
}
