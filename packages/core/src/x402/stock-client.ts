import { addressKey } from '../address/address.js'
import { isObject, own } from '../json/value.js'
import type { Challenge, ChallengeDocument, Offer } from './challenge-types.js'
import { DEFAULT_ASSETS } from './default-assets.js'
import { mapNetwork, networkFamily } from './network.js'

/** What the official v2 client would do with a challenge, and why. */
export type StockClient = {
  /** The offer it would sign, or null. */
  readonly pays: { readonly source: string; readonly index: number } | null
  /** One code an offer that it would not sign, in reading order. */
  readonly refuses: readonly {
    readonly source: string
    readonly index: number
    readonly why: StockRefusal
  }[]
  /** Why nothing of the challenge can be read by it, or null. */
  readonly unreadable: string | null
}

export type StockRefusal =
  | 'not_read_by_it'
  | 'scheme_not_exact'
  | 'network_not_registered'
  | 'network_spelling'
  | 'amount_not_digits'
  | 'amount_field_missing'
  | 'asset_not_default'
  | 'over_one_dollar'
  | 'token_name_missing'
  | 'payment_flow_unknown'

/** Whole USD that the stock client pays at most for one payment. */
const SPEND_CAP_USD = 1n

// Source: behaviour of @x402/core and @x402/evm 2.27, tried on the packages.
const HEADER_FAULTS = [
  'header_base64url',
  'header_raw_json',
  'header_repeated',
  'header_conflict',
  'header_unreadable',
]
const AMOUNT_FIELD = { 1: 'maxAmountRequired', 2: 'amount' } as const
const FLOWS = ['authorization', 'upfront']

const DECIMALS = new Map(
  DEFAULT_ASSETS.map((asset) => [
    `${asset.network}|${addressKey(asset.address)}`,
    asset.decimals,
  ]),
)

/**
 * Predicts the official client (`@x402/fetch` 2.27, EVM and Solana `exact`
 * registered, default spend controls): the first offer that it would sign.
 */
export function stockClient(challenge: Challenge): StockClient {
  const read = documentRead(challenge)
  if (typeof read === 'string')
    return { pays: null, refuses: [], unreadable: read }
  const judged = challenge.offers.map((offer) => ({
    offer,
    why:
      offer.source === read.source
        ? refusal(offer, rawEntry(read, offer))
        : ('not_read_by_it' as const),
  }))
  const signable = judged.filter(({ why }) => why === null)
  // It prefers the flow in which the seller settles after answering.
  const chosen =
    signable.find(({ offer }) => flowOf(offer) !== 'upfront') ?? signable[0]
  return {
    pays: chosen ? placeOf(chosen.offer) : null,
    refuses: judged.flatMap(({ offer, why }) =>
      why === null ? [] : [{ ...placeOf(offer), why }],
    ),
    unreadable: null,
  }
}

function documentRead(challenge: Challenge): ChallengeDocument | string {
  const fault = HEADER_FAULTS.find((code) => challenge.defects.includes(code))
  if (fault !== undefined) return fault
  if (challenge.defects.includes('body_only_v2')) return 'body_only_v2'
  if (challenge.defects.includes('version_string')) return 'version_string'
  const first = challenge.documents.find(({ accepts }) => accepts.length > 0)
  return first ?? 'no_offers'
}

function rawEntry(document: ChallengeDocument, offer: Offer): object {
  const entry = document.accepts[offer.index]
  return isObject(entry) ? entry : {}
}

function placeOf(offer: Offer) {
  return { source: offer.source, index: offer.index }
}

function refusal(offer: Offer, entry: object): StockRefusal | null {
  const { network, asset, amount } = offer
  if (offer.scheme !== 'exact') return 'scheme_not_exact'
  if (network === null || networkFamily(network) === 'other')
    return 'network_not_registered'
  if (!spellsItsGeneration(offer.version, own(entry, 'network')))
    return 'network_spelling'
  if (own(entry, AMOUNT_FIELD[offer.version]) === undefined)
    return 'amount_field_missing'
  if (amount === null || !/^[0-9]+$/.test(amount)) return 'amount_not_digits'
  const decimals = DECIMALS.get(`${network}|${addressKey(asset ?? '')}`)
  if (decimals === undefined) return 'asset_not_default'
  if (BigInt(amount) > SPEND_CAP_USD * 10n ** BigInt(decimals))
    return 'over_one_dollar'
  if (networkFamily(network) === 'eip155' && !hasTokenName(offer))
    return 'token_name_missing'
  const flow = flowOf(offer)
  if (flow !== undefined && !FLOWS.includes(flow as string))
    return 'payment_flow_unknown'
  return null
}

function spellsItsGeneration(version: 1 | 2, written: unknown): boolean {
  const { spelling } = mapNetwork(String(written))
  return spelling === (version === 1 ? 'v1_name' : 'caip2')
}

function hasTokenName({ extra }: Offer): boolean {
  return Boolean(extra?.['name']) && Boolean(extra?.['version'])
}

function flowOf(offer: Offer): unknown {
  return offer.extra?.['paymentFlow'] ?? undefined
}
