import { PaymentBlocked } from '@assay402/guard'
import { expect, test } from 'vitest'
import { createPayingFetch } from './fetch.js'
import { DEAR_URL, describeRecipe, FAIR_URL } from './stage.js'

describeRecipe('recipe fetch', (stage) => {
  test('default: pays what is fair and nothing else', async () => {
    const { chain, street, earned } = stage()
    const pay = createPayingFetch(chain.buyer, street.fetch)
    const answer = await pay(FAIR_URL)
    expect(await answer.json()).toEqual({ temperature: 21 })
    const refused = await pay(DEAR_URL).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentBlocked)
    expect((refused as PaymentBlocked).report.reasons[0]).toMatchObject({
      code: 'over_payment_cap',
      measured: '0.9',
      threshold: '0.1',
    })
    expect(await earned()).toBe(10_000n)
  })
})
