import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChain, whyNoChain } from '../chain/chain.js'
import { stockFetch } from './buyers.js'
import { HOSTILE_SELLERS } from './hostile-sellers.js'
import { play } from './play.js'
import type { Stage } from './scenario.js'
import { buildStreet } from './street.js'
import { createTill } from './till.js'

const missing = whyNoChain()
let stage: Stage

beforeAll(async () => {
  if (missing !== undefined) return
  const [chain, street] = await Promise.all([startChain(), buildStreet()])
  stage = { chain, street, till: createTill(chain) }
})

afterAll(async () => {
  await stage?.street.close()
  await stage?.chain.close()
})

describe.skipIf(missing !== undefined)(
  `hostile sellers${missing ? ` (${missing})` : ''}`,
  () => {
    describe('the stock client', () => {
      test.each(HOSTILE_SELLERS)('$id', async (scenario) => {
        const outcome = await play(
          scenario,
          stage,
          stockFetch(stage, scenario.buyer),
        )
        const { lost, allowance } = outcome
        expect({ lost, ...(allowance && { allowance }) }).toEqual(
          scenario.stock,
        )
      })
    })
  },
)
