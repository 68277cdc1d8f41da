import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { contextOf, createGuard } from './guard.js'
import type { GuardOptions } from './options.js'
import { answerOf } from './seats/presented.js'
import { stoppedClock } from './testing/clock.js'
import { payload } from './testing/payload.js'
import { refusal } from './testing/refusal.js'
import { challenge, PAY_TO, RESOURCE, THIEF, USDC } from './testing/seller.js'

const ask = { method: 'get', url: RESOURCE, challenge: answerOf(challenge()) }

function own(options: GuardOptions = {}) {
  const clock = stoppedClock()
  const events: GuardEvent[] = []
  const made = createGuard({
    now: clock.now,
    on_event: (event) => events.push(event),
    ...options,
  })
  return { made, clock, events }
}

describe('sign', () => {
  test.each([
    ['receiver', { to: THIEF }, undefined],
    ['amount', { value: '10001' }, undefined],
    ['validity', { validBefore: '9999999999' }, undefined],
    ['entry', {}, { payTo: THIEF }],
    ['entry that is no JSON', {}, { a: '\ud800' }],
  ])(
    'behavior: a payload with another %s does not leave',
    async (_, change, accepted) => {
      const { made, clock } = own()
      const { id } = await made.approve(ask)
      expect(
        await refusal(
          made.sign(id, async () => payload(clock, change, accepted)),
        ),
      ).toBe('PaymentBlocked signing_differs')
      expect((await made.spent()).day_usd).toBe('0')
    },
  )

  test.each([
    ['null', null],
    ['another version', { x402Version: 1 }],
    ['no inner payload', { x402Version: 2, accepted: challenge().accepts[0] }],
    [
      'an unreadable transaction',
      {
        x402Version: 2,
        accepted: challenge().accepts[0],
        payload: { transaction: 'YQ==' },
      },
    ],
    [
      'no base64',
      {
        x402Version: 2,
        accepted: challenge().accepts[0],
        payload: { transaction: '%' },
      },
    ],
  ])('behavior: %s is no payload', async (_, given) => {
    const { made } = own()
    const { id } = await made.approve(ask)
    expect(await refusal(made.sign(id, async () => given))).toBe(
      'PaymentBlocked signing_differs',
    )
  })

  test('behavior: a payment that a client signed by itself has to be an approved one', async () => {
    const { made, clock } = own()
    const request = { method: 'GET', url: RESOURCE }
    expect(await refusal(made.present(request, payload(clock)))).toBe(
      'PaymentBlocked not_approved',
    )
    const { id } = await made.approve(ask)
    expect(
      await refusal(made.present(request, payload(clock, { to: THIEF }))),
    ).toBe('PaymentBlocked signing_differs')
    expect((await made.present(request, payload(clock))).id).toBe(id)
    expect(await refusal(made.present(request, payload(clock)))).toBe(
      'PaymentBlocked approval_used',
    )
  })

  test('behavior: what cannot be written as signed does not leave', async () => {
    let broken = false
    const { memoryLedger } = await import('./ledger/memory-ledger.js')
    const inner = memoryLedger()
    const { made, clock } = own({
      ledger: {
        transact: (now, decide) =>
          broken
            ? Promise.reject(new Error('disk full'))
            : inner.transact(now, decide),
      },
    })
    const { id } = await made.approve(ask)
    broken = true
    expect(await refusal(made.sign(id, async () => payload(clock)))).toBe(
      'PaymentBlocked ledger_unavailable',
    )
    broken = false
    expect((await made.spent()).day_usd).toBe('0.01')
  })

  test('behavior: Permit2 payloads', async () => {
    const { made, clock } = own()
    const terms = challenge()
    const entry = {
      ...terms.accepts[0],
      extra: { assetTransferMethod: 'permit2' },
    }
    const asked = {
      ...ask,
      challenge: answerOf({ ...terms, accepts: [entry] }),
    }
    const permit = {
      from: THIEF,
      permitted: { token: USDC, amount: '10000' },
      spender: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
      nonce: '7',
      deadline: String(clock.now() / 1000 + 60),
      witness: { to: PAY_TO },
    }
    const { id } = await made.approve(asked)
    const signed = {
      x402Version: 2,
      accepted: entry,
      payload: { signature: '0x1', permit2Authorization: permit },
    }
    expect(await made.sign(id, async () => signed)).toBe(signed)
    const { ledger, now } = contextOf(made)
    const open = await ledger.transact(now(), (state) => ({
      events: [],
      answer: [...state.open.values()],
    }))
    expect(open[0]?.authorization).toEqual({
      kind: 'permit2',
      network: 'eip155:8453',
      asset: USDC,
      payer: THIEF,
      nonce: '7',
      valid_before: clock.now() / 1000 + 60,
    })
  })
})
