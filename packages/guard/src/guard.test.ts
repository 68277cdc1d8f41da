import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { contextOf, createGuard } from './guard.js'
import type { GuardOptions } from './options.js'
import { guard } from './seats/guard-client.js'
import { answerOf } from './seats/presented.js'
import { stockClient } from './testing/buyer.js'
import { stoppedClock } from './testing/clock.js'
import { payload } from './testing/payload.js'
import { refusal } from './testing/refusal.js'
import { challenge, PAY_TO, RESOURCE, USDC } from './testing/seller.js'

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

describe('createGuard', () => {
  test('default: check judges and reserves nothing', async () => {
    const { made } = own()
    const report = await made.check(ask)
    expect([report.decision, report.subject.resource]).toEqual([
      'allow',
      `GET ${RESOURCE}`,
    ])
    expect((await made.spent()).day_usd).toBe('0')
  })

  test('behavior: the life of one payment, as a client in any language lives it', async () => {
    const { made, clock, events } = own()
    const approval = await made.approve(ask)
    expect(approval).toMatchObject({
      request: {
        resource: `GET ${RESOURCE}`,
        host: 'https://api.seller.example',
      },
      frozen: {
        terms: {
          network: 'eip155:8453',
          asset: USDC,
          amount: 10_000n,
          pay_to: PAY_TO,
        },
      },
      expires_at: approval.approved_at + 60_000,
    })
    const signed = await made.sign(approval.id, async () => payload(clock))
    await made.present({ method: 'GET', url: RESOURCE }, signed)
    const settlement = { success: true, transaction: '0x03' }
    expect(await made.end(approval.id, { status: 200, settlement })).toBe(
      'settled',
    )
    expect(
      await made.end(approval.id, { status: 200, settlement }),
    ).toBeUndefined()
    expect((await made.spent()).day_usd).toBe('0.01')
    const at = '2026-11-30T12:00:00.000Z'
    const about = { at, resource: `GET ${RESOURCE}`, approval_id: approval.id }
    const terms = { amount_usd: '0.01', pay_to: PAY_TO, network: 'eip155:8453' }
    expect(events).toEqual([
      {
        type: 'judged',
        at,
        resource: `GET ${RESOURCE}`,
        decision: 'allow',
        code: null,
        report: approval.report,
      },
      { type: 'approved', ...about, ...terms },
      { type: 'signed', ...about, ...terms },
      { type: 'sent', ...about, ...terms },
      {
        type: 'ended',
        ...about,
        outcome: 'settled',
        transaction: '0x03',
        status: 200,
      },
    ])
  })

  test('behavior: an approval is signed once, in time', async () => {
    const { made, clock } = own()
    const first = await made.approve(ask)
    await made.sign(first.id, async () => payload(clock))
    expect(await refusal(made.sign(first.id, async () => payload(clock)))).toBe(
      'PaymentBlocked approval_used',
    )
    const second = await made.approve({ ...ask, url: `${RESOURCE}/2` })
    clock.move(59.999)
    await made.sign(second.id, async () => payload(clock))
    const third = await made.approve({ ...ask, url: `${RESOURCE}/3` })
    clock.move(60)
    expect(await refusal(made.sign(third.id, async () => payload(clock)))).toBe(
      'PaymentBlocked approval_expired',
    )
    expect(
      await refusal(made.sign('nothing', async () => payload(clock))),
    ).toBe('PaymentBlocked not_approved')
  })

  test('behavior: an approval can be given back, unless it is signed', async () => {
    const { made, clock } = own()
    const first = await made.approve(ask)
    await made.release(first.id)
    await made.release(first.id)
    expect((await made.spent()).day_usd).toBe('0')
    const second = await made.approve(ask)
    await made.sign(second.id, async () => payload(clock))
    await made.release(second.id)
    expect((await made.spent()).day_usd).toBe('0.01')
  })

  test('behavior: what it cannot read is the caller’s mistake', async () => {
    expect(() => createGuard({ policy: { daily_cap: 1 } })).toThrow(TypeError)
    expect(() => contextOf({} as never)).toThrow('not made by createGuard')
    const { made } = own()
    await expect(made.approve({ ...ask, url: 'ftp://x' })).rejects.toThrow(
      'not an http(s) request',
    )
    for (const expect_ of [
      { max_price_usd: 'x' },
      { listing: { price_usd: 'x' } },
    ])
      await expect(made.approve({ ...ask, expect: expect_ })).rejects.toThrow(
        TypeError,
      )
  })

  test('behavior: a listener that throws stops nothing', async () => {
    const { made } = own({
      on_event: () => {
        throw new Error('log is full')
      },
    })
    expect((await made.approve(ask)).report.decision).toBe('allow')
  })

  test('behavior: the active span is told, if there is one', async () => {
    const attributes: Record<string, unknown> = {}
    const span = {
      setAttributes: (given: object) => Object.assign(attributes, given),
    }
    const { made } = own({
      telemetry: { trace: { getActiveSpan: () => span } },
    })
    const { report } = await made.approve(ask)
    expect(attributes).toEqual({
      'assay.decision': 'allow',
      'assay.report_id': report.id,
      'assay.resource': `GET ${RESOURCE}`,
      'assay.reason': 'sanctions_unknown',
      'assay.network': 'eip155:8453',
      'assay.pay_to': PAY_TO,
      'assay.amount_usd': '0.01',
    })
    await refusal(made.sign('nothing', async () => null))
    expect(attributes['assay.reason']).toBe('not_approved')
    const { made: silent } = own({
      telemetry: { trace: { getActiveSpan: () => undefined } },
    })
    await silent.check(ask)
  })

  test('behavior: options and guards are told apart', () => {
    const { made } = own()
    const client = guard(stockClient(), made)
    expect(() => guard(client, {})).toThrow('this client has another guard')
  })
})
