import type { Report, SpendPolicy } from '@assay402/core/light'
import type { LiveApproval } from './approval/approval.js'
import { type Approvals, createApprovals } from './approval/registry.js'
import { checkOptions } from './check-options.js'
import { PaymentBlocked } from './errors.js'
import { type GuardEvent, tell, traceReport } from './events.js'
import {
  type GuardReasonCode,
  type GuardReasonValues,
  guardReason,
  withReasons,
} from './guard-reasons.js'
import { createEngine, type Engine } from './judge/engine.js'
import type { JudgeSettings } from './judge/judge.js'
import type { Ledger } from './ledger/ledger.js'
import { memoryLedger } from './ledger/memory-ledger.js'
import { createNetworks, type Networks } from './networks.js'
import type { GuardOptions } from './options.js'
import { readPolicy } from './policy.js'
import { refusalReport } from './reporter.js'
import type { Watch } from './watch.js'

/** What the parts of one guard share. */
export type GuardContext = {
  readonly options: GuardOptions
  readonly settings: JudgeSettings
  readonly engine: Engine | undefined
  readonly ledger: Ledger
  readonly approvals: Approvals
  readonly networks: Networks
  /** Challenges, as a client decoded them, that were approved already. */
  readonly known: WeakMap<object, KnownChallenge>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly emit: (event: WithoutTime<GuardEvent>) => void
  /** Tells listeners and the active span, and gives the error to throw. */
  readonly refuse: (
    about: LiveApproval | string | null,
    code: GuardReasonCode,
    values?: GuardReasonValues,
  ) => PaymentBlocked
}

export type KnownChallenge = {
  readonly approval: LiveApproval
  readonly watch: Watch
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never

const DEFAULT_ATTEMPTS = 2

/** Reads the options. Throws TypeError when one of them cannot be. */
export function createContext(options: GuardOptions): GuardContext {
  checkOptions(options)
  const policy = Object.freeze(readPolicy(options.policy))
  const engine = options.engine && createEngine(options.engine)
  const sources = options.sources ?? (engine === undefined ? 'local' : 'both')
  if (sources !== 'local' && engine === undefined)
    throw new TypeError(`sources "${sources}" need an engine`)
  const now = options.now ?? Date.now

  const emit: GuardContext['emit'] = (event) => {
    if (options.on_event === undefined) return
    const at = new Date(now()).toISOString()
    tell(options.on_event, { ...event, at } as GuardEvent)
  }

  return {
    options,
    settings: {
      policy,
      sources,
      fail_mode: options.fail_mode ?? 'local',
      attempts: options.attempts ?? DEFAULT_ATTEMPTS,
      lists: options.lists,
    },
    engine: sources === 'local' ? undefined : engine,
    ledger: options.ledger ?? memoryLedger(),
    approvals: createApprovals(),
    networks: createNetworks(policy, options.networks),
    known: new WeakMap(),
    now,
    emit,
    refuse: (about, code, values) => {
      const report = reportOf(policy, now(), about, code, values)
      emit({ type: 'refused', resource: report.subject.resource, code, report })
      traceReport(options.telemetry, report)
      const challenge = typeof about === 'object' ? about?.challenge : null
      return new PaymentBlocked({ report, challenge: challenge ?? null })
    },
  }
}

function reportOf(
  policy: SpendPolicy,
  now: number,
  about: LiveApproval | string | null,
  code: GuardReasonCode,
  values: GuardReasonValues | undefined,
): Report {
  return typeof about === 'object' && about !== null
    ? withReasons(about.report, [guardReason(code, values)])
    : refusalReport(policy, now, about, code, values)
}
