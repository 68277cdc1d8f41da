import { fillText } from '../../rulebook/rulebook.js'
import { DAY_MS, floorUnits } from '../../time/instant.js'
import {
  type ChainName,
  REASONS,
  type RiskFlag,
  SIGNAL_IDS,
  THRESHOLDS,
} from './data.js'
import { payerConcentration } from './diversity.js'
import type { Facts } from './facts.js'
import type { MerchantOutput, PayerConcentration } from './output.js'
import { SIGNALS, type Sighting } from './signals.js'

/** The part of the answer that is judged, not passed through. */
export type Opinion = Pick<
  MerchantOutput,
  | 'recommendation'
  | 'trust_tier'
  | 'confidence'
  | 'data_sufficiency'
  | 'signals'
  | 'signal_status'
  | 'risk_flags'
  | 'reasons'
>

/** For an unrecognised wallet (no chain) and one without history. */
export function opinionWithoutHistory(chain: ChainName | undefined): Opinion {
  const reason =
    chain === undefined ? REASONS.unrecognised_wallet : REASONS.not_indexed
  return {
    recommendation: 'INSUFFICIENT_SIGNAL',
    trust_tier: null,
    confidence: 'LOW',
    data_sufficiency: 'INSUFFICIENT',
    signals: {
      merchant_age_days: null,
      unique_payers: null,
      total_tx_count: null,
      payer_concentration: 'UNKNOWN',
    },
    signal_status: statuses([]),
    risk_flags: [],
    reasons: [reason.text],
  }
}

/** By a direct count of findings, once there are enough settlements. */
export function judgedOpinion(facts: Facts): Opinion {
  const sightings = SIGNALS.map((signal) => signal.look(facts))
  const { total = 0 } = facts
  if (total < THRESHOLDS.min_transactions.value)
    return {
      recommendation: 'INSUFFICIENT_SIGNAL',
      trust_tier: 'CAUTION',
      confidence: 'LOW',
      data_sufficiency: 'INSUFFICIENT',
      signals: figures(facts, 'UNKNOWN'),
      signal_status: statuses(sightings),
      risk_flags: [],
      reasons: [TOO_FEW],
    }
  const { flags, reasons } = findingsOf(sightings)
  const trusted = flags.length === 0
  return {
    recommendation: trusted ? 'PROCEED' : 'CAUTION',
    trust_tier: tierOf(flags.length),
    confidence: confidenceOf(total),
    data_sufficiency: 'SUFFICIENT',
    signals: figures(facts, payerConcentration(facts.unique, total)),
    signal_status: statuses(sightings),
    risk_flags: flags,
    reasons: trusted ? [REASONS.no_findings.text] : reasons,
  }
}

const TOO_FEW = fillText(REASONS.too_few_transactions.text, {
  min: THRESHOLDS.min_transactions.value,
})

function findingsOf(sightings: readonly Sighting[]) {
  const flags: RiskFlag[] = []
  const reasons: string[] = []
  for (const sighting of sightings) {
    if (sighting.finding === undefined) continue
    flags.push(sighting.finding.flag)
    reasons.push(sighting.finding.reason)
  }
  return { flags, reasons }
}

function tierOf(findings: number): Opinion['trust_tier'] {
  if (findings === 0) return 'TRUSTED'
  return findings >= THRESHOLDS.avoid_findings.value ? 'AVOID' : 'CAUTION'
}

function confidenceOf(total: number): Opinion['confidence'] {
  if (total >= THRESHOLDS.confidence_high.value) return 'HIGH'
  return total >= THRESHOLDS.confidence_medium.value ? 'MEDIUM' : 'LOW'
}

function figures(
  { firstSeen, now, unique, total }: Facts,
  payer_concentration: PayerConcentration,
): Opinion['signals'] {
  return {
    merchant_age_days:
      firstSeen === undefined ? null : floorUnits(now, firstSeen, DAY_MS),
    unique_payers: unique ?? null,
    total_tx_count: total ?? null,
    payer_concentration,
  }
}

function statuses(sightings: readonly Sighting[]): Opinion['signal_status'] {
  const status = {} as Opinion['signal_status']
  for (const [i, id] of SIGNAL_IDS.entries())
    status[id] = sightings[i]?.status ?? 'dormant'
  return status
}
