import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { isExpectedHost, readCall, withCall } from './expectation.js'
import { contextOf, createGuard } from './guard.js'
import type { GuardOptions } from './options.js'
import { guard } from './seats/guard-client.js'
import { answerOf } from './seats/presented.js'
import { stockClient } from './testing/buyer.js'
import { stoppedClock } from './testing/clock.js'
import { refusal } from './testing/refusal.js'
import { challenge, PAY_TO, RESOURCE, THIEF, USDC } from './testing/seller.js'

const ask = { method: 'get', url: RESOURCE, challenge: answerOf(challenge()) }

function payload(
  clock: { now: () => number },
  change: object = {},
  accepted: unknown = challenge().accepts[0],
) {
  return {
    x402Version: 2,
    accepted,
    payload: {
      signature: '0x01',
      authorization: {
        from: THIEF,
        to: PAY_TO,
        value: '10000',
        validBefore: String(Math.floor(clock.now() / 1000) + 60),
        nonce: '0x02',
        ...change,
      },
    },
  }
}

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

describe('expectations', () => {
  test.each([
    ['https://a.example', 'a.example', true],
    ['https://a.example', 'https://a.example', true],
    ['https://a.example:8443', 'a.example:8443', true],
    ['https://a.example:8443', 'a.example', false],
    ['http://a.example', 'https://a.example', false],
    ['https://a.example', 'b.example', false],
    ['https://a.example', 'not a host', false],
  ])('%s is expected as %s: %s', (origin, host, expected) => {
    expect(isExpectedHost(origin, host)).toBe(expected)
  })

  test('behavior: a call travels in a header and back', () => {
    const call = { expect: { host: 'ä.example' }, idempotency_key: 'k' }
    const init = withCall({ method: 'POST', headers: { a: 'b' } }, call)
    expect(init).toEqual({
      method: 'POST',
      headers: { a: 'b', 'assay-call': expect.any(String) },
    })
    expect(readCall(init.headers['assay-call'])).toEqual(call)
    expect(
      readCall(
        new Headers(withCall(undefined, call).headers).get('assay-call'),
      ),
    ).toEqual(call)
    expect(readCall(null)).toEqual({})
    expect(() => readCall('x')).toThrow('unreadable assay-call header')
  })
})
