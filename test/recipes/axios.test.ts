import { PaymentBlocked } from '@assay402/guard'
import axios from 'axios'
import { expect, test } from 'vitest'
import { makePaying } from './axios.js'
import { DEAR_URL, describeRecipe, FAIR_URL } from './stage.js'

describeRecipe('recipe axios', (stage) => {
  test('default: pays what is fair and nothing else', async () => {
    const { chain, street, earned } = stage()
    const instance = axios.create({
      adapter: 'fetch',
      env: { fetch: street.fetch },
    })
    const paying = makePaying(instance, chain.buyer)
    const answer = await paying.get(FAIR_URL)
    expect(answer.data).toEqual({ temperature: 21 })
    const refused = await paying.get(DEAR_URL).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentBlocked)
    expect(await earned()).toBe(10_000n)
  })
})
