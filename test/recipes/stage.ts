import type { Hex } from 'viem'
import { afterAll, beforeAll, describe } from 'vitest'
import { accountOf } from '../chain/accounts.js'
import {
  type Chain,
  START_TIMEOUT_MS,
  startChain,
  whyNoChain,
} from '../chain/chain.js'
import { honestSeller } from '../guard/honest-seller.js'
import { buildStreet, type Street } from '../guard/street.js'

/** Where a recipe is tried: a chain, and two sellers by the official SDK. */
export type RecipeStage = {
  readonly chain: Chain
  readonly street: Street
  /** Atomic USDC that the sellers have got so far. */
  readonly earned: () => Promise<bigint>
}

/** Asks 0.01 USD. */
export const FAIR_URL = 'https://weather.example/today'
/** Asks 0.90 USD: more than passes without a person. */
export const DEAR_URL = 'https://dear.example/today'
/** Where the sellers of a recipe are paid. */
export const SELLER: Hex = accountOf('recipe seller').address

/** A `describe` with a stage; skipped, saying why, where no chain can run. */
export function describeRecipe(
  name: string,
  body: (stage: () => RecipeStage) => void,
): void {
  const missing = whyNoChain()
  const title = missing === undefined ? name : `${name} (${missing})`
  describe.skipIf(missing !== undefined)(title, () => {
    let stage: RecipeStage
    beforeAll(async () => {
      stage = await build()
    }, START_TIMEOUT_MS)
    afterAll(async () => {
      await stage?.street.close()
      await stage?.chain.close()
    })
    body(() => stage)
  })
}

async function build(): Promise<RecipeStage> {
  const [chain, street] = await Promise.all([startChain(), buildStreet()])
  await chain.fund(chain.buyer.address, 10_000_000n)
  for (const [url, price] of [
    [FAIR_URL, '$0.01'],
    [DEAR_URL, '$0.90'],
  ] as const)
    street.open(new URL(url).hostname, honestSeller(chain, url, SELLER, price))
  return {
    chain,
    street,
    earned: async () => (await chain.balances([SELLER]))[0] ?? 0n,
  }
}
