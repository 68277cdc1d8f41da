import { wrapFetchWithPayment } from '@x402/fetch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { createGuard, type Guard } from './guard.js'
import { guarded } from './seats/guarded.js'
import { ACCOUNT, stockClient } from './testing/buyer.js'
import {
  about,
  answer402,
  entry,
  goods,
  PAY_TO,
  THIEF,
  USDC,
} from './testing/seller.js'

type Call = {
  readonly host: string
  readonly path: string
  readonly amount: number
  readonly payTo: string
  readonly network: `eip155:${number}`
  readonly alien: 'first' | 'last' | 'none'
  readonly outcome:
    | 'goods'
    | 'declined'
    | 'pending'
    | 'lost'
    | 'error'
    | 'redirect'
}

const call: fc.Arbitrary<Call> = fc.record({
  host: fc.constantFrom('a', 'b', 'c').map((name) => `${name}.seller.example`),
  path: fc.constantFrom('/1', '/2', '/3'),
  amount: fc.constantFrom(1, 5_000, 10_000, 20_000, 250_001, 2_000_000),
  payTo: fc.constantFrom(PAY_TO, '0x857b06519E91e3A54538791bDbb0E22373e36b66'),
  network: fc.constantFrom(
    'eip155:8453' as const,
    'eip155:8453' as const,
    'eip155:137' as const,
  ),
  alien: fc.constantFrom('first', 'last', 'none'),
  outcome: fc.constantFrom(
    'goods',
    'goods',
    'declined',
    'pending',
    'lost',
    'error',
    'redirect',
  ),
})

const cents = fc.integer({ min: 0, max: 60 }).map((value) => value * 5_000)
const policy = fc.record({
  daily: cents,
  hourly: fc.option(cents),
  host: fc.option(cents),
  most: fc.constantFrom(5_000, 10_000, 1_000_000),
})
const usd = (amount: number) => (amount / 1_000_000).toString()
const atomic = (amount: string) => Math.round(Number(amount) * 1_000_000)

function answerTo(outcome: Call['outcome']): Response {
  switch (outcome) {
    case 'goods':
      return goods()
    case 'declined':
      return goods({ success: false, errorReason: 'invalid_payload' }, 402)
    case 'pending':
      return goods({ success: false, errorReason: 'settlement_pending' }, 402)
    case 'error':
      return Response.json({}, { status: 500 })
    case 'redirect':
      return new Response(null, {
        status: 307,
        headers: { location: 'https://thief.example/' },
      })
    case 'lost':
      throw new TypeError('fetch failed')
  }
}

type Limits = {
  readonly daily: number
  readonly hourly: number | null
  readonly host: number | null
  readonly most: number
}

type Signature = {
  readonly to: string
  readonly value: bigint
  readonly verifyingContract: string
}

/** What came of fifty calls, in the order in which it came. */
type Shopping = {
  readonly own: Guard
  readonly events: GuardEvent[]
  readonly signatures: Signature[]
  readonly sent: Call[]
}

const orNull = (limit: number | null) => (limit === null ? null : usd(limit))

function guardWith(limits: Limits, events: GuardEvent[]): Guard {
  return createGuard({
    policy: {
      max_per_payment_usd: usd(limits.most),
      hold_above_usd: usd(limits.most),
      daily_cap_usd: usd(limits.daily),
      hourly_cap_usd: orNull(limits.hourly),
      per_host_daily_cap_usd: orNull(limits.host),
      hold_on_drift: false,
      pin_pay_to: false,
    },
    on_event: (event) => events.push(event),
  })
}

async function shop(
  calls: readonly Call[],
  limits: Limits,
  scheduler: fc.Scheduler,
): Promise<Shopping> {
  const events: GuardEvent[] = []
  const signatures: Signature[] = []
  const sent: Call[] = []
  const own = guardWith(limits, events)
  const account = {
    address: ACCOUNT.address,
    signTypedData: async (data: { domain: object; message: object }) => {
      await scheduler.schedule(Promise.resolve(), 'sign')
      signatures.push({ ...data.message, ...data.domain } as never)
      return `0x${signatures.length.toString(16).padStart(130, '0')}`
    },
  }
  const fetchFrom =
    (call: Call): typeof globalThis.fetch =>
    async (input, init) => {
      const request = new Request(input, init)
      await scheduler.schedule(Promise.resolve(), 'seller')
      if (!request.headers.has('payment-signature'))
        return answer402({ ...about(request.url), accepts: acceptsOf(call) })
      sent.push(call)
      return answerTo(call.outcome)
    }
  const paying = calls.map((call) => {
    const client = stockClient(account as never)
    const pay = wrapFetchWithPayment(...guarded(fetchFrom(call), client, own))
    return pay(`https://${call.host}${call.path}`).catch(() => undefined)
  })
  await scheduler.waitFor(Promise.all(paying))
  return { own, events, signatures, sent }
}

function acceptsOf({ amount, payTo, network, alien }: Call) {
  const other = entry({ payTo: THIEF, scheme: 'unheard-of' })
  const honest = entry({ amount: String(amount), payTo, network })
  const all = { first: [other, honest], last: [honest, other], none: [honest] }
  return all[alien]
}

/** Each signature has an approval of its own, for these very terms. */
function expectApproved({ events, signatures }: Shopping, most: number): void {
  const approved = events.flatMap((event) =>
    event.type === 'approved'
      ? [`${event.pay_to} ${atomic(event.amount_usd)}`]
      : [],
  )
  for (const { to, value, verifyingContract } of signatures) {
    const place = approved.indexOf(`${to} ${value}`)
    expect(place).toBeGreaterThanOrEqual(0)
    approved.splice(place, 1)
    expect(verifyingContract).toBe(USDC)
    expect(Number(value)).toBeLessThanOrEqual(most)
  }
}

function expectUsedOnce({ events, sent }: Shopping): void {
  for (const type of ['signed', 'sent'] as const) {
    const ids = events.flatMap((event) =>
      event.type === type ? [event.approval_id] : [],
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(sent.length).toBeLessThanOrEqual(ids.length)
  }
}

async function expectCapped(
  { own, signatures, sent }: Shopping,
  { daily, hourly, host }: Limits,
): Promise<void> {
  const total = signatures.reduce((sum, { value }) => sum + Number(value), 0)
  expect(total).toBeLessThanOrEqual(Math.min(daily, hourly ?? Infinity))
  const sites = new Map<string, number>()
  for (const call of sent)
    sites.set(call.host, (sites.get(call.host) ?? 0) + call.amount)
  for (const amount of sites.values())
    expect(amount).toBeLessThanOrEqual(host ?? Infinity)
  const counted = atomic((await own.spent()).day_usd)
  expect(counted).toBeGreaterThanOrEqual(total)
}

describe('fifty calls at once', () => {
  test('property: no signature without its approval, never more than the caps, no approval twice', {
    timeout: 120_000,
  }, async () => {
    const calls = fc.array(call, { minLength: 50, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(
        calls,
        policy,
        fc.scheduler(),
        async (made, limits, scheduler) => {
          const shopping = await shop(made, limits, scheduler)
          expectApproved(shopping, limits.most)
          expectUsedOnce(shopping)
          await expectCapped(shopping, limits)
        },
      ),
      { numRuns: 25 },
    )
  })
})
