import { readCatalogs } from '../known/read.js'
import { listingsOfWallet } from '../known/wallet.js'
import {
  type ScoreParts,
  type SellerScore,
  scoreSeller,
  storedReputation,
} from '../score/score.js'
import type { Store } from '../store/store.js'
import type { Service } from './service.js'
import { createKept, createOnce } from './unified/kept.js'

/** How much is remembered of each kind, and for how long. */
const KEPT = { entries: 1_000, ms: 60_000 } as const

/** What is made of much evidence and is the same for everybody. */
export type Remembered = ScoreParts & {
  /** The score of a wallet; undefined: nothing is known of it. */
  readonly scoreOf: (wallet: string) => Promise<SellerScore | undefined>
}

type Reader = Pick<Service, 'store' | 'now' | 'clock'>

const byStore = new WeakMap<Store, Remembered>()

/**
 * What everybody may ask for and takes hundreds of queries, at most a minute old,
 * the same for every way to ask this process. Who asks at once waits for the same.
 */
export function remembered(service: Reader): Remembered {
  const { store, now } = service
  const known = byStore.get(store)
  if (known !== undefined) return known
  const parts: ScoreParts = {
    reputationOf: aMinute(service, (host) =>
      storedReputation(store, host, now()),
    ),
    listingsOf: aMinute(service, async (wallet) =>
      listingsOfWallet(store, wallet, await readCatalogs(store)),
    ),
  }
  const made: Remembered = {
    ...parts,
    scoreOf: aMinute(service, (wallet) =>
      scoreSeller(store, wallet, now(), parts),
    ),
  }
  byStore.set(store, made)
  return made
}

function aMinute<Value>(
  { clock }: Pick<Reader, 'clock'>,
  make: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = createKept<{ readonly value: Value }>(KEPT.entries, clock)
  const once = createOnce<Value>()
  return async (key) => {
    const old = kept.get(key)
    if (old !== undefined) return old.value
    return once(key, async () => {
      const value = await make(key)
      kept.set(key, { value }, clock() + KEPT.ms)
      return value
    })
  }
}
