import {
  addressKey,
  isEvmAddress,
  isInputError,
  isSolanaAddress,
  mapNetwork,
  merchant,
  resourceId,
  resourceOf,
} from '@assay402/core'
import {
  type Catalogs,
  liveListings,
  readCatalogs,
} from '../../../known/read.js'
import { readFigures } from '../../../known/settled-figures.js'
import { readWallet } from '../../../known/wallet.js'
import { isoOf } from '../../../questions/iso.js'
import { merchantQuestion } from '../../../questions/merchant.js'
import type { ListingSpan, Store } from '../../../store/store.js'
import type { Answer } from '../../answer.js'
import type { Service } from '../../service.js'
import type { MerchantInput } from './parameters.js'

/** The answer of rulebook merchant. */
export type MerchantAnswer = Exclude<
  ReturnType<typeof merchant.judge>,
  { readonly error: unknown }
>

/**
 * Judges a wallet from its settlements and from what catalogs list; nothing that
 * the caller says of itself counts. An address of no chain is answered, not
 * refused.
 */
export async function checkMerchant(
  { store, now }: Service,
  input: MerchantInput,
): Promise<Answer<MerchantAnswer>> {
  const at = now()
  const { merchant_wallet_address: wallet, price, amount, asset } = input
  const network = networkOf(wallet, input.network)
  const catalogs = await readCatalogs(store)
  const listings = await listingsAt(store, input.service_url, catalogs)
  const [known, settled] = await Promise.all([
    readWallet(store, wallet, listings, catalogs, at),
    network === undefined ? null : readFigures(store, network, wallet, at),
  ])
  const question = merchantQuestion(
    {
      now: isoOf(at),
      price_usd: price ?? null,
      category: known.category,
    },
    known,
    settled,
  )
  const answer = merchant.judge({
    ...question,
    amount_atomic: amount ?? null,
    asset: asset ?? null,
  })
  if (isInputError(answer))
    throw new Error(`merchant refused its input: ${answer.error.message}`)
  return { status: 200, body: answer }
}

/** The network whose settlements are looked at; undefined for no address. */
function networkOf(
  wallet: string,
  given: string | undefined,
): string | undefined {
  const isEvm = isEvmAddress(addressKey(wallet))
  if (!isEvm && !isSolanaAddress(wallet)) return undefined
  return mapNetwork(given ?? (isEvm ? 'base' : 'solana')).id
}

/** What is listed for the thing that is paid for, by any method. */
async function listingsAt(
  store: Store,
  url: string | undefined,
  catalogs: Catalogs,
): Promise<ListingSpan[]> {
  if (url === undefined) return []
  const spans = await Promise.all(
    ['GET', 'POST'].map((method) => {
      const resource = resourceOf(method, url)
      return resource === undefined
        ? []
        : store.listingsOf(resourceId(resource))
    }),
  )
  return spans.flatMap((one) => liveListings(one, catalogs))
}
