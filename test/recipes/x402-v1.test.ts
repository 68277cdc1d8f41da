import { PaymentHeld } from '@assay402/guard'
import { expect, test } from 'vitest'
import { v1Seller } from './sellers/v1-seller.js'
import { describeRecipe, SELLER } from './stage.js'
import { createPayingFetchV1 } from './x402-v1.js'

const FAIR_URL = 'https://old-weather.example/today'
const DEAR_URL = 'https://old-dear.example/today'

describeRecipe('recipe x402 v1', (stage) => {
  test('default: pays what is fair and nothing else', async () => {
    const { chain, street, earned } = stage()
    street.open(
      'old-weather.example',
      v1Seller(chain, FAIR_URL, SELLER, 10_000),
    )
    street.open('old-dear.example', v1Seller(chain, DEAR_URL, SELLER, 900_000))
    const pay = createPayingFetchV1(chain.buyer, street.fetch)
    const answer = await pay(FAIR_URL)
    expect(await answer.json()).toEqual({ data: 'paid for' })
    expect(answer.headers.has('x-payment-response')).toBe(true)
    const refused = await pay(DEAR_URL).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentHeld)
    expect(await earned()).toBe(10_000n)
  })
})
