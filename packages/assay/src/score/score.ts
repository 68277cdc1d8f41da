import {
  counterparty,
  isEvmAddress,
  isInputError,
  mapNetwork,
  merchant,
  readChallenge,
  terms,
  termsReputation,
} from '@assay402/core'
import { probeOf } from '../collect/index.js'
import { readHost } from '../known/host.js'
import { readCatalogs } from '../known/read.js'
import { readFigures, readSettlementLists } from '../known/settled-figures.js'
import type { StoredChallenge } from '../known/stored-challenge.js'
import { readWallet } from '../known/wallet.js'
import {
  counterpartyProbe,
  counterpartyQuestion,
} from '../questions/counterparty.js'
import { isoOf } from '../questions/iso.js'
import { merchantQuestion } from '../questions/merchant.js'
import { reputationQuestion } from '../questions/reputation.js'
import type { ListingSpan, Store } from '../store/store.js'
import {
  isAddress,
  type Seller,
  sellerOfUrl,
  sellerOfWallet,
} from './seller.js'

/** What the store says of a seller, judged. Nothing is asked of anybody. */
export type SellerScore = {
  readonly subject: string
  readonly as_of: string
  readonly network: string | null
  readonly pay_to: string | null
  readonly endpoints: number
  /** Up to when the wallet's settlements were read, or why none are used. */
  readonly settlements:
    | { readonly status: 'available'; readonly at: string }
    | { readonly status: 'unavailable'; readonly code: string }
  readonly counterparty: ReturnType<typeof counterparty.judge>
  /** Null: no wallet is known. */
  readonly merchant: ReturnType<typeof merchant.judge> | null
  /** One a host, of the hosts that the store knows anything of. */
  readonly reputation: readonly Reputation[]
}

/** Hosts of one wallet that are looked at. */
const MOST_HOSTS = 20

type Reputation = ReturnType<typeof termsReputation.judge>

/** Most of the work; whoever is asked often remembers it. */
export type ScoreParts = {
  /** The reputation of a host; undefined: the store knows nothing of it. */
  readonly reputationOf: (host: string) => Promise<Reputation | undefined>
  /** What catalogs list as paid to a wallet. */
  readonly listingsOf: (wallet: string) => Promise<readonly ListingSpan[]>
}

/**
 * Scores a URL (of any method that is listed, else GET) or a wallet from what
 * is stored. Undefined: the store knows nothing of it. `subject` must be one
 * of the two.
 */
export async function scoreSeller(
  store: Store,
  subject: string,
  now: number,
  parts: Partial<ScoreParts> = {},
): Promise<SellerScore | undefined> {
  const {
    reputationOf = (host) => storedReputation(store, host, now),
    listingsOf,
  } = parts
  const catalogs = await readCatalogs(store)
  const seller = isAddress(subject)
    ? ((await sellerOfWallet(store, subject, catalogs, now)) ??
      (await settledWallet(store, subject)))
    : await sellerOfUrl(store, subject, catalogs, now)
  if (seller === undefined) return undefined
  const { pay_to, network, listings, challenge, hosts, endpoints } = seller
  const at = isoOf(now)
  const wallet =
    pay_to === null
      ? null
      : await readWallet(store, pay_to, listings, catalogs, now, listingsOf)
  const settled =
    pay_to === null || network === null
      ? null
      : await readFigures(store, network, pay_to, now)
  const reputation = await Promise.all(
    hosts.slice(0, MOST_HOSTS).map(reputationOf),
  )
  return {
    subject,
    as_of: at,
    network,
    pay_to,
    endpoints,
    settlements:
      settled?.status === 'available'
        ? { status: 'available', at: isoOf(settled.at) }
        : { status: 'unavailable', code: settled?.code ?? 'no_wallet' },
    counterparty: counterparty.judge(
      counterpartyQuestion(
        { now: at, subject, network, pay_to, probe: probed(challenge, at) },
        settled,
      ),
    ),
    merchant:
      wallet === null
        ? null
        : merchant.judge(
            merchantQuestion(
              { now: at, price_usd: null, category: wallet.category },
              wallet,
              settled,
            ),
          ),
    reputation: reputation.filter((one) => one !== undefined),
  }
}

/** Judges the reputation of a host from up to 500 of its endpoints. */
export async function storedReputation(
  store: Store,
  host: string,
  now: number,
): Promise<Reputation | undefined> {
  const neighbours = await store.endpointsOfHost(host)
  const facts = await readHost(store, host, neighbours, now)
  const question = reputationQuestion(isoOf(now), facts)
  return question === undefined ? undefined : termsReputation.judge(question)
}

/** A wallet that no catalog names, but whose settlements are read. */
async function settledWallet(
  store: Store,
  wallet: string,
): Promise<Seller | undefined> {
  const network = mapNetwork(isEvmAddress(wallet) ? 'base' : 'solana').id
  const read = await readSettlementLists(store, network, wallet)
  return read === undefined
    ? undefined
    : {
        pay_to: wallet,
        network,
        listings: [],
        challenge: undefined,
        hosts: [],
        endpoints: 0,
      }
}

/** What a stored challenge says to rulebook counterparty, as of a moment. */
export function probed(
  challenge: StoredChallenge | undefined,
  now: string,
): object {
  const probe = challenge === undefined ? undefined : probeOf(challenge.data)
  if (challenge === undefined || probe === undefined)
    return counterpartyProbe(null, null)
  const read =
    probe.outcome === 'response'
      ? readChallenge(probe)
      : { offers: [], defects: [], documents: [] }
  const answer = terms.judge({ now, probe })
  return counterpartyProbe(
    { data: challenge.data, probe, challenge: read },
    isInputError(answer) ? null : answer.reason_code,
  )
}
