import { formatInstant } from '../../time/instant.js'
import { mapNetwork } from '../../x402/network.js'
import { SOURCE_WORDS } from './data.js'
import type { CounterpartyInput } from './input.js'
import type { CounterpartyAnswer, Totals } from './output.js'
import { probeFinding } from './probe.js'
import { settledOf } from './settled.js'
import type { SubjectType } from './subject.js'
import { confidenceOf, verdictOf } from './verdict.js'
import { createWalletKey } from './wallet-key.js'

/** The score of a subject whose kind is known. */
export function scoreOf(
  input: CounterpartyInput,
  subject: string,
  subjectType: SubjectType,
): CounterpartyAnswer {
  const { now } = input
  const network =
    typeof input.network === 'string' ? mapNetwork(input.network).id : null
  const keyOf = createWalletKey(network)
  const settled = settledOf(input, keyOf)
  const figures = settled?.figures
  const probe = probeFinding(input, keyOf)
  const feeds = {
    catalog: true,
    settlement: settled !== undefined,
    probe: probe.completed,
  } as const
  return {
    rulebook: 'counterparty',
    version: '1',
    subject,
    subject_type: subjectType,
    pay_to: input.pay_to ?? null,
    network,
    verdict: verdictOf(probe, figures),
    confidence: confidenceOf(probe, figures),
    wash_trading_ratio: figures?.ratio ?? null,
    real_buyer_count: figures?.realBuyers ?? null,
    repeat_buyer_rate: figures?.repeatRate ?? null,
    feeds,
    totals: figures?.totals ?? NO_TOTALS,
    disclosures: settled?.disclosures ?? [],
    source: sourceOf(input, feeds),
    updated_at: formatInstant(now),
    extended: settled?.extended ?? null,
  }
}

const NO_TOTALS: Totals = {
  volume_atomic: null,
  washed_volume_atomic: null,
  settlements: null,
  buyers: null,
}

function sourceOf(
  input: CounterpartyInput,
  feeds: CounterpartyAnswer['feeds'],
): string {
  const parts: string[] = [SOURCE_WORDS.catalog]
  if (feeds.settlement)
    parts.push(input.settlement?.source || SOURCE_WORDS.settlement)
  if (feeds.probe) parts.push(SOURCE_WORDS.probe)
  if (input.self === true) parts.push(SOURCE_WORDS.self)
  return parts.join(';')
}
