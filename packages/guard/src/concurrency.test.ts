import { wrapFetchWithPayment } from '@x402/fetch'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GuardEvent } from './events.js'
import { createGuard } from './guard.js'
import { guarded } from './seats/guarded.js'
import { ACCOUNT, stockClient } from './testing/buyer.js'
import {
  answer402,
  challenge,
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
  readonly network: string
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
  network: fc.constantFrom('eip155:8453', 'eip155:8453', 'eip155:137'),
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
const usd = (atomic: number) => (atomic / 1_000_000).toString()

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

describe('fifty calls at once', () => {
  test('property: no signature without its approval, never more than the caps, no approval twice', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 50, maxLength: 50 }),
        policy,
        fc.scheduler(),
        async (calls, limits, scheduler) => {
          const events: GuardEvent[] = []
          const own = createGuard({
            policy: {
              max_per_payment_usd: usd(limits.most),
              hold_above_usd: usd(limits.most),
              daily_cap_usd: usd(limits.daily),
              hourly_cap_usd:
                limits.hourly === null ? null : usd(limits.hourly),
              per_host_daily_cap_usd:
                limits.host === null ? null : usd(limits.host),
              hold_on_drift: false,
              pin_pay_to: false,
            },
            on_event: (event) => events.push(event),
          })
          const signatures: {
            to: string
            value: bigint
            verifyingContract: string
          }[] = []
          const account = {
            address: ACCOUNT.address,
            signTypedData: async (data: {
              domain: object
              message: object
            }) => {
              await scheduler.schedule(Promise.resolve(), 'sign')
              signatures.push({ ...data.message, ...data.domain } as never)
              return `0x${signatures.length.toString(16).padStart(130, '0')}` as `0x${string}`
            },
          }
          const sent: { host: string; amount: number }[] = []
          const pay = calls.map((each) => {
            const alien = entry({ payTo: THIEF, scheme: 'unheard-of' })
            const honest = entry({
              amount: String(each.amount),
              payTo: each.payTo,
              network: each.network,
            })
            const accepts = {
              first: [alien, honest],
              last: [honest, alien],
              none: [honest],
            }[each.alien]
            const fetch: typeof globalThis.fetch = async (input, init) => {
              const request = new Request(input, init)
              await scheduler.schedule(Promise.resolve(), 'seller')
              if (!request.headers.has('payment-signature'))
                return answer402(challenge(accepts))
              sent.push({ host: each.host, amount: each.amount })
              return answerTo(each.outcome)
            }
            const through = wrapFetchWithPayment(
              ...guarded(fetch, stockClient(account as never), own),
            )
            return through(`https://${each.host}${each.path}`).catch(
              () => undefined,
            )
          })
          await scheduler.waitFor(Promise.all(pay))

          const approved = events.filter((event) => event.type === 'approved')
          const signed = events.filter((event) => event.type === 'signed')
          const ids = signed.map(({ approval_id }) => approval_id)
          expect(new Set(ids).size).toBe(ids.length)
          const terms = (to: string, value: bigint | number) => `${to} ${value}`
          const yes = approved.map((event) =>
            terms(event.pay_to, Math.round(Number(event.amount_usd) * 1e6)),
          )
          for (const signature of signatures) {
            expect(signature.verifyingContract).toBe(USDC)
            const place = yes.indexOf(terms(signature.to, signature.value))
            expect(place).toBeGreaterThanOrEqual(0)
            yes.splice(place, 1)
            expect(Number(signature.value)).toBeLessThanOrEqual(limits.most)
          }
          const total = signatures.reduce(
            (sum, { value }) => sum + Number(value),
            0,
          )
          expect(total).toBeLessThanOrEqual(limits.daily)
          expect(total).toBeLessThanOrEqual(limits.hourly ?? Infinity)
          expect(sent.length).toBeLessThanOrEqual(signed.length)
          const sites = new Map<string, number>()
          for (const { host, amount } of sent)
            sites.set(host, (sites.get(host) ?? 0) + amount)
          for (const amount of sites.values())
            expect(amount).toBeLessThanOrEqual(limits.host ?? Infinity)
          expect(
            Math.round(Number((await own.spent()).day_usd) * 1e6),
          ).toBeGreaterThanOrEqual(total)
        },
      ),
      { numRuns: 25 },
    )
  })
})
