import { describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { challenge, entry, RESOURCE, THIEF } from '../testing/seller.js'
import { guard } from './guard-client.js'
import { answerOf } from './presented.js'

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }
const thiefs = () => challenge([entry({ payTo: THIEF, amount: '10' })])

describe('inputOf', () => {
  test('behavior: what a seller calls its resource is remembered', async () => {
    const client = guard(stockClient())
    await client.createPaymentPayload(challenge())
    expect(await refusal(client.createPaymentPayload(thiefs()))).toMatch(
      /^PaymentHeld /,
    )
  })

  test('behavior: and says nothing of the resource that it really is', async () => {
    const own = createGuard()
    // A stranger shows a challenge that names somebody else's resource.
    await guard(stockClient(), own).createPaymentPayload(thiefs())
    const { id } = await own.approve(ask)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test('behavior: what was really paid there speaks against a stranger', async () => {
    const own = createGuard()
    const client = stockClient()
    const { id } = await own.approve(ask)
    await own.sign(id, () => client.createPaymentPayload(challenge()))
    const other = guard(stockClient(), own)
    expect(await refusal(other.createPaymentPayload(thiefs()))).toBe(
      'PaymentHeld pay_to_changed',
    )
  })
})
