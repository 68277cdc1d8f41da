import {
  isCanonicalUsdc,
  isInputError,
  judgeTermsRead,
  type Offer,
  parseAtomic,
  readChallenge,
} from '@assay402/core'
import { type ChallengeData, type Probe, probeOf } from '../collect/index.js'
import type { Observation } from '../store/store.js'
import { type GetRow, getRowOf } from './get-row.js'

/** A challenge that was collected, and where it belongs. */
export type Look = {
  readonly evidence_id: string
  readonly resource_id: string
  /** Epoch milliseconds. */
  readonly at: number
  /** `check` for a live check, `crawl` for the crawler. */
  readonly origin: Observation['origin']
  readonly data: ChallengeData
}

/**
 * What a look at an endpoint counts for. Pure; nothing that a caller expects
 * takes part. The terms are those of the answer that was kept; of a crawl
 * `result`, `status` and `challenge` are those of the GET, since
 * endpoint-health is fed by GET alone.
 */
export function observationOf(look: Look): Observation {
  const { evidence_id, resource_id, at, origin, data } = look
  const probe = probeOf(data)
  const read = readTerms(at, data, probe)
  const kept: GetRow = { ...outcomeOf(data, probe), challenge: read.challenge }
  const row = origin === 'crawl' ? getRowOf(data, kept) : kept
  return {
    evidence_id,
    resource_id,
    at,
    origin,
    result: row.result,
    status: row.status,
    challenge: row.challenge,
    price_atomic: read.chosen?.amount ?? null,
    network: read.chosen?.network ?? null,
    asset: read.chosen?.asset ?? null,
    pay_to: read.chosen?.pay_to ?? null,
    quote_atomic: read.quote,
    quality_code: read.quality,
  }
}

/**
 * The cheapest `exact` offer in canonical USDC of a mainnet, atomic; null when
 * there is none.
 */
export function cheapestQuote(offers: readonly Offer[]): string | null {
  let cheapest: bigint | undefined
  for (const { usable, network, asset, amount } of offers) {
    if (!usable || !isCanonicalUsdc(network ?? '', asset ?? '')) continue
    const price = parseAtomic(amount)
    if (price === undefined) continue
    if (cheapest === undefined || price < cheapest) cheapest = price
  }
  return cheapest === undefined ? null : String(cheapest)
}

type Terms = Pick<Offer, 'amount' | 'network' | 'asset' | 'pay_to'>

type Read = {
  readonly challenge: Observation['challenge']
  readonly chosen: Terms | undefined
  readonly quote: string | null
  readonly quality: string
}

function readTerms(
  at: number,
  data: ChallengeData,
  probe: Probe | undefined,
): Read {
  const challenge =
    probe?.outcome === 'response'
      ? readChallenge(probe)
      : { offers: [], defects: [], documents: [] }
  // A wall's page is nobody's terms, whatever it says.
  const offers = data.blocked_by === null ? challenge.offers : []
  const answer = judgeTermsRead(
    {
      now: new Date(at).toISOString(),
      url: data.url,
      probe: probe ?? { outcome: 'refused', detail: 'not asked' },
    },
    { ...challenge, offers },
  )
  if (isInputError(answer)) throw new Error(answer.error.message)
  const { payment, quality } = answer
  return {
    challenge: challengeWord(data, probe, challenge.defects, offers),
    chosen:
      payment === null
        ? offers.find(({ usable }) => usable)
        : { ...payment, amount: payment.amount.atomic },
    quote: cheapestQuote(offers),
    quality: quality.code,
  }
}

function challengeWord(
  { blocked_by }: ChallengeData,
  probe: Probe | undefined,
  defects: readonly string[],
  offers: readonly Offer[],
): Observation['challenge'] {
  if (blocked_by !== null || probe?.outcome !== 'response') return 'none'
  if (probe.status !== 402) return 'none'
  if (offers.some(({ readable }) => readable)) return 'valid'
  return offers.length + defects.length > 0 ? 'invalid' : 'none'
}

/**
 * Blocked is unknown: by robots, by a wall in front of the seller, or by our
 * own address rule.
 */
function outcomeOf(
  { blocked_by }: ChallengeData,
  probe: Probe | undefined,
): Pick<GetRow, 'result' | 'status'> {
  if (probe === undefined || blocked_by !== null)
    return {
      result: 'robots_blocked',
      status: probe?.outcome === 'response' ? probe.status : null,
    }
  if (probe.outcome === 'response')
    return { result: 'response', status: probe.status }
  if (probe.outcome === 'timeout') return { result: 'timeout', status: null }
  return {
    result:
      probe.outcome === 'unreachable' ? 'network_error' : 'robots_blocked',
    status: null,
  }
}
