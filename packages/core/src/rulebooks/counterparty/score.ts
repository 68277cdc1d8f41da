import { formatInstant } from '../../time/instant.js'
import { mapNetwork } from '../../x402/network.js'
import { SOURCE_WORDS } from './data.js'
import { extendedOf } from './extended.js'
import { type Flows, flowsOf } from './flows.js'
import type { CounterpartyInput, ExcludedRow } from './input.js'
import type { CounterpartyAnswer, Disclosure, Totals } from './output.js'
import { probeFinding } from './probe.js'
import type { SubjectType } from './subject.js'
import { confidenceOf, verdictOf } from './verdict.js'
import { createWalletKey, type WalletKey } from './wallet-key.js'
import { washFigures } from './wash.js'
import { transfersInWindow } from './window.js'

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
  const excluded = input.excluded_wallets ?? []
  const flows = readFlows(input, keyOf)
  const figures =
    flows &&
    washFigures(flows, new Set(excluded.map(({ wallet }) => keyOf(wallet))))
  const others = input.settlement?.other_transfers ?? []
  const probe = probeFinding(input, keyOf)
  const feeds = {
    catalog: true,
    settlement: flows !== undefined,
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
    disclosures: flows ? disclosuresOf(flows, excluded, keyOf) : [],
    source: sourceOf(input, feeds),
    updated_at: formatInstant(now),
    extended: flows
      ? extendedOf(flows, transfersInWindow(others, now, keyOf))
      : null,
  }
}

const NO_TOTALS: Totals = {
  volume_atomic: null,
  washed_volume_atomic: null,
  settlements: null,
  buyers: null,
}

/** `undefined` when the settlement feed, or the wallet it is about, is missing. */
function readFlows(
  input: CounterpartyInput,
  keyOf: WalletKey,
): Flows | undefined {
  const { now, pay_to, settlement } = input
  const transfers = settlement?.transfers ?? undefined
  if (settlement?.status !== 'available' || transfers === undefined)
    return undefined
  if (typeof pay_to !== 'string') return undefined
  return flowsOf(transfersInWindow(transfers, now, keyOf), keyOf(pay_to))
}

function disclosuresOf(
  flows: Flows,
  excluded: readonly ExcludedRow[],
  keyOf: WalletKey,
): Disclosure[] {
  const paid = new Map<string, Disclosure>()
  for (const { wallet, why } of excluded) {
    const key = keyOf(wallet)
    const listed = `${why} ${key}`
    if (flows.payers.has(key) && !paid.has(listed))
      paid.set(listed, { wallet, why })
  }
  return [...paid.values()]
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
