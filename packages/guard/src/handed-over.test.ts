import { describe, expect, test } from 'vitest'
import type { CallOptions } from './expectation.js'
import { createGuard } from './guard.js'
import { answerOf } from './seats/presented.js'
import { stoppedClock } from './testing/clock.js'
import { payload } from './testing/payload.js'
import { refusal } from './testing/refusal.js'
import { challenge, RESOURCE } from './testing/seller.js'

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

function own() {
  const clock = stoppedClock()
  return { clock, made: createGuard({ now: clock.now }) }
}

describe('handOver', () => {
  test('behavior: what another signer has is signed by nobody else', async () => {
    const { made, clock } = own()
    const { id } = await made.approve(ask)
    await made.handOver(id)
    const signed: string[] = []
    const create = async () => {
      signed.push(id)
      return payload(clock)
    }
    expect(await refusal(made.sign(id, create))).toBe(
      'PaymentBlocked not_approved',
    )
    const request = { method: 'GET', url: RESOURCE }
    expect(await refusal(made.present(request, payload(clock)))).toBe(
      'PaymentBlocked not_approved',
    )
    expect(await refusal(made.handOver(id))).toBe('PaymentBlocked not_approved')
    expect(signed).toEqual([])
    await made.release(id)
    expect((await made.spent()).day_usd).toBe('0.01')
  })

  test('behavior: what is signed is handed to nobody else', async () => {
    const { made, clock } = own()
    const { id } = await made.approve(ask)
    await made.sign(id, async () => payload(clock))
    expect(await refusal(made.handOver(id))).toBe(
      'PaymentBlocked approval_used',
    )
  })

  test.each([
    [59, 'paid'],
    [60, 'PaymentBlocked approval_expired'],
  ])('behavior: %i s after its approval: %s', async (seconds, said) => {
    const { made, clock } = own()
    const { id } = await made.approve(ask)
    clock.move(seconds)
    expect(await refusal(made.handOver(id))).toBe(said)
  })
})

describe('an idempotency key', () => {
  test.each<[unknown, string]>([
    ['order-7', 'paid'],
    ['', 'PaymentBlocked unclear_payment'],
    [null, 'PaymentBlocked unclear_payment'],
    [undefined, 'PaymentBlocked unclear_payment'],
    [7, 'PaymentBlocked unclear_payment'],
    [{}, 'PaymentBlocked unclear_payment'],
  ])('behavior: %j while a payment is unclear: %s', async (key, said) => {
    const { made } = own()
    const { id } = await made.approve(ask)
    await made.handOver(id)
    await made.recordOutcome(id, { outcome: 'unclear' })
    const call = { idempotency_key: key } as CallOptions
    expect(await refusal(made.approve({ ...ask, ...call }))).toBe(said)
  })
})
