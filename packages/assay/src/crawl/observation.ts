import {
  type Challenge,
  type EvidenceRecord,
  glanceAtTerms,
  isCanonicalUsdc,
  isObject,
  own,
  parseInstant,
  readChallenge,
  resourceId,
} from '@assay402/core'
import {
  type ChallengeData,
  type Probe,
  type ProbeState,
  probeOf,
  probeState,
} from '../collect/index.js'
import { shapedCollector } from '../observe/shaped.js'
import type { Observation } from '../store/store.js'

/** Named in the challenge records of the crawler; others are live checks. */
export const crawlCollector = { id: 'crawl', version: '1' } as const

/** Stands where nothing was seen that has a quality; no code of the rulebooks. */
export const NOT_ASKED = 'not_asked'

/**
 * What a challenge record counts for; undefined for a record of another kind or
 * form, and for one that a caller shaped. Pure: the same record always gives
 * the same row. A caller that knows the id of the resource may give it.
 */
export function observationOf(
  record: EvidenceRecord,
  resource_id: string = resourceId(record.subject),
): Observation | undefined {
  if (record.kind !== 'challenge' || record.status !== 'collected')
    return undefined
  if (record.collector.id === shapedCollector.id) return undefined
  const data = challengeDataOf(record.data)
  if (data === undefined) return undefined
  const probe = probeOf(data)
  const challenge = challengeOf(probe)
  const readable = challenge.offers.some((offer) => offer.readable)
  const state = probeState(data, readable)
  return {
    evidence_id: record.id,
    resource_id,
    at: Date.parse(record.collected_at),
    origin: record.collector.id === crawlCollector.id ? 'crawl' : 'check',
    result: resultOf(state, probe),
    status: data.answer.outcome === 'response' ? data.answer.status : null,
    challenge: wordOf(challenge, readable),
    ...termsOf(record, state, probe, challenge),
    quote_atomic: cheapestQuote(challenge),
  }
}

/** Plain data of our own writing; the form of its answer is looked at. */
function challengeDataOf(data: unknown): ChallengeData | undefined {
  if (!isObject(data)) return undefined
  const answer = own(data, 'answer')
  if (!isObject(answer) || typeof own(answer, 'outcome') !== 'string')
    return undefined
  return data as unknown as ChallengeData
}

const NO_CHALLENGE: Challenge = { offers: [], defects: [], documents: [] }

function challengeOf(probe: Probe | undefined): Challenge {
  return probe?.outcome === 'response' ? readChallenge(probe) : NO_CHALLENGE
}

function resultOf(
  state: ProbeState,
  probe: Probe | undefined,
): Observation['result'] {
  if (state === 'blocked' || probe === undefined) return 'robots_blocked'
  if (probe.outcome === 'response') return 'response'
  // What we refuse to connect to, no buyer out there can reach either.
  return probe.outcome === 'timeout' ? 'timeout' : 'network_error'
}

function wordOf(
  { offers }: Challenge,
  readable: boolean,
): Observation['challenge'] {
  if (offers.length === 0) return 'none'
  return readable ? 'valid' : 'invalid'
}

type Terms = Pick<
  Observation,
  'price_atomic' | 'network' | 'asset' | 'pay_to' | 'quality_code'
>

/** The terms that a buyer without expectations would pay, else the first usable. */
function termsOf(
  { collected_at }: EvidenceRecord,
  state: ProbeState,
  probe: Probe | undefined,
  challenge: Challenge,
): Terms {
  const none = { price_atomic: null, network: null, asset: null, pay_to: null }
  const now = parseInstant(collected_at)
  if (state === 'blocked' || probe === undefined || now === undefined)
    return { ...none, quality_code: NOT_ASKED }
  const { offer, quality_code } = glanceAtTerms(probe, now, challenge)
  const shown = offer ?? challenge.offers.find(({ usable }) => usable)
  if (shown === undefined) return { ...none, quality_code }
  const { amount: price_atomic, network, asset, pay_to } = shown
  return { price_atomic, network, asset, pay_to, quality_code }
}

function cheapestQuote({ offers }: Challenge): string | null {
  let least: bigint | undefined
  for (const { usable, network, asset, amount } of offers) {
    if (!usable || network === null || asset === null || amount === null)
      continue
    if (!isCanonicalUsdc(network, asset)) continue
    const price = BigInt(amount)
    if (least === undefined || price < least) least = price
  }
  return least?.toString() ?? null
}
