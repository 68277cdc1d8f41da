import type { Challenge } from '@assay402/core'
import { type ChallengeData, type Probe, probeState } from '../collect/index.js'
import type {
  FiguresUnavailable,
  SettledFigures,
} from '../known/settled-figures.js'

export type CounterpartyFacts = {
  readonly now: string
  /** A URL or an address. */
  readonly subject: string
  readonly network: string | null
  readonly pay_to: string | null
  readonly probe: object
}

/** The input of rulebook counterparty; missing settlements convict nobody. */
export function counterpartyQuestion(
  facts: CounterpartyFacts,
  settled: SettledFigures | FiguresUnavailable | null,
): object {
  if (settled === null || settled.status === 'unavailable')
    return {
      ...facts,
      settlement: { status: 'missing' },
      excluded_wallets: [],
      self: false,
    }
  return {
    ...facts,
    settlement: settled.counterparty_settlement,
    excluded_wallets: settled.excluded_wallets,
    self: settled.self,
  }
}

/** Our own probe of a seller, read. */
export type ReadProbe = {
  readonly data: ChallengeData
  readonly probe: Probe
  readonly challenge: Challenge
}

/**
 * An answer that says something about the seller completes the handshake: not
 * a bot wall, a refusal ahead of payment, or a free trial. A refused connection
 * would complete it too, but only when seen twice, and one inspection looks
 * once. `reasonCode`: what terms made of the probe.
 */
export function counterpartyProbe(
  read: ReadProbe | null,
  reasonCode: string | null,
): object {
  if (read === null) return { status: 'not_completed' }
  const { data, probe, challenge } = read
  const usable = challenge.offers.filter((offer) => offer.usable)
  const state = probeState(data, usable.length > 0)
  const conclusive = state === 'conclusive_ok' || state === 'conclusive_bad'
  if (!conclusive || reasonCode === 'free_trial_active')
    return { status: 'not_completed' }
  const none =
    (probe.outcome === 'response' && probe.status !== 402) ||
    challenge.offers.length === 0
  return {
    status: 'completed',
    challenge: state === 'conclusive_ok' ? 'valid' : none ? 'none' : 'invalid',
    pay_to: [...new Set(usable.map(({ pay_to }) => pay_to))],
  }
}
