import { PaymentBlocked, PaymentHeld } from '@assay402/guard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf } from '../chain/accounts.js'
import { START_TIMEOUT_MS, startChain, whyNoChain } from '../chain/chain.js'
import { guardedFetch, stockFetch } from './buyers.js'
import { honestSeller } from './honest-seller.js'
import { HOSTILE_SELLERS } from './hostile-sellers.js'
import { type Outcome, play } from './play.js'
import type { Stage } from './scenario.js'
import { buildStreet } from './street.js'
import { tableOfSellers } from './table.js'
import { createTill } from './till.js'

const missing = whyNoChain()
const title = `hostile sellers${missing === undefined ? '' : ` (${missing})`}`
const PAGE = '../../docs/hostile-sellers.md'
const HONEST_URL = 'https://weather.example/today'

let stage: Stage

describe.skipIf(missing !== undefined)(title, () => {
  beforeAll(async () => {
    const [chain, street] = await Promise.all([startChain(), buildStreet()])
    stage = { chain, street, till: createTill(chain) }
  }, START_TIMEOUT_MS)

  afterAll(async () => {
    await stage?.street.close()
    await stage?.chain.close()
  })

  describe('the stock client', () => {
    test.each(HOSTILE_SELLERS)('$id', async (scenario) => {
      const pay = stockFetch(stage, scenario.buyer)
      const { lost, allowance } = await play(scenario, stage, pay)
      expect({ lost, ...(allowance && { allowance }) }).toEqual(scenario.stock)
    })
  })

  describe('the guarded client', () => {
    test.each(HOSTILE_SELLERS)('$id', async (scenario) => {
      const pay = guardedFetch(stage, scenario.buyer)
      const outcome = await play(scenario, stage, pay)
      expect({
        lost: outcome.lost,
        stopped_by: lastRefusal(outcome),
        allowance: outcome.allowance,
      }).toEqual({ ...scenario.guarded, allowance: undefined })
    })
  })

  describe('an honest seller', () => {
    test('behavior: is paid 50 times in a row', async () => {
      const paid = await shopHonestly(async (pay) => {
        const answers: Response[] = []
        for (let count = 0; count < 50; count++)
          answers.push(await pay(HONEST_URL))
        return answers
      })
      expect(paid).toEqual({
        answers: times(50),
        earned: 500_000n,
        settled: 50,
      })
    })

    test('behavior: is paid 10 times at once', async () => {
      const paid = await shopHonestly((pay) =>
        Promise.all(Array.from({ length: 10 }, () => pay(HONEST_URL))),
      )
      expect(paid).toEqual({
        answers: times(10),
        earned: 100_000n,
        settled: 10,
      })
    })
  })
})

test('docs: the page shows these sellers and results', async () => {
  await expect(tableOfSellers(HOSTILE_SELLERS)).toMatchFileSnapshot(PAGE)
})

/** The code that the last refusal names, which the message must show too. */
function lastRefusal({ attempts }: Outcome): string | null {
  const last = attempts.findLast((attempt) => 'refused' in attempt)
  if (last === undefined || !('refused' in last)) return null
  const { error, refused } = last
  expect([PaymentBlocked, PaymentHeld]).toContain(error.constructor)
  expect(error.message).toContain(`[${refused}]`)
  return refused
}

/** What the answers, the balance and the chain say after honest shopping. */
async function shopHonestly(shop: (pay: typeof fetch) => Promise<Response[]>) {
  const { chain, street } = stage
  const seller = accountOf('honest seller').address
  const before = await chain.snapshot()
  try {
    await chain.fund(chain.buyer.address, 10_000_000n)
    street.open(
      'weather.example',
      honestSeller(chain, HONEST_URL, seller, '$0.01'),
    )
    const answers = await shop(guardedFetch(stage))
    const [earned] = await chain.balances([seller])
    return {
      answers: await Promise.all(answers.map((answer) => answer.json())),
      earned,
      settled: (await chain.settlements()).length,
    }
  } finally {
    await chain.revert(before)
  }
}

function times(count: number): object[] {
  return Array.from({ length: count }, () => ({ temperature: 21 }))
}
