import type { PaymentPayload } from '@x402/core/types'
import { openRawSeller } from '../raw-seller.js'
import { type Scenario, type Stage, walletsOf } from '../scenario.js'
import { challenge, goods, offer, told } from '../terms.js'

const FIVE_CENTS = 50_000

// A first payment is like any other until its answer is missing; a seller that
// answers with an error is believed twice, whatever it says of the charge.
const UNANSWERED_ONCE = {
  lost: 50_000n,
  stopped_by: 'unclear_payment',
} as const
const PAID_TWICE = { lost: 100_000n, stopped_by: 'retry_storm' } as const

/** Sellers who take the money and ask for it again. */
export const OUTCOMES: readonly Scenario[] = [
  again(
    'endless-402',
    'Every payment is cashed and answered by the next challenge.',
    async (stage, id, payment) => {
      await stage.till.cash(payment)
      return challenge(urlOf(id), offersOf(id))
    },
    PAID_TWICE,
  ),
  again(
    'endless-402-charged',
    'So it is, and each answer says that it was charged.',
    async (stage, id, payment) => {
      const settled = await stage.till.cash(payment)
      return challenge(urlOf(id), offersOf(id), {}, told(settled))
    },
    PAID_TWICE,
  ),
  again(
    'charged-and-broken',
    'The payment is cashed, said to be, and answered by an error.',
    async (stage, _id, payment) => {
      const headers = told(await stage.till.cash(payment))
      return new Response('{}', { status: 500, headers })
    },
    PAID_TWICE,
  ),
  again(
    'answer-withheld',
    'The payment is cashed and the connection dropped.',
    async (stage, _id, payment, hangUp) => {
      await stage.till.cash(payment)
      hangUp()
      return new Response()
    },
    UNANSWERED_ONCE,
  ),
  again(
    'same-nonce-again',
    'The payment is cashed, and its nonce said to be used: sign another.',
    async (stage, id, payment) => {
      const settled = await stage.till.cash(payment)
      const lie = {
        ...settled,
        success: false,
        errorReason: 'invalid_exact_evm_nonce_already_used',
        transaction: '',
      }
      return challenge(urlOf(id), offersOf(id), {}, told(lie))
    },
    PAID_TWICE,
  ),
  budgetSplit('budget-split', async (calls) => {
    for (const call of calls) await call()
  }),
  budgetSplit('budget-split-at-once', async (calls) => {
    await Promise.all(calls.map((call) => call()))
  }),
]

function urlOf(id: string): string {
  return `https://${id}.example/data`
}

function offersOf(id: string) {
  return [offer(walletsOf(id).thief, FIVE_CENTS)]
}

function again(
  id: string,
  trick: string,
  onPayment: (
    stage: Stage,
    id: string,
    payment: PaymentPayload,
    hangUp: () => void,
  ) => Promise<Response>,
  guarded: Scenario['guarded'],
): Scenario {
  return {
    id,
    trick,
    arrange: (stage) =>
      openRawSeller(stage, {
        url: urlOf(id),
        accepts: () => offersOf(id),
        onPayment: (payment, hangUp) => onPayment(stage, id, payment, hangUp),
      }),
    shop: async (call) => {
      for (let tries = 0; tries < 4; tries++) await call(urlOf(id))
    },
    stock: { lost: 200_000n },
    guarded,
  }
}

function budgetSplit(
  id: string,
  shopAll: (calls: readonly (() => Promise<unknown>)[]) => Promise<void>,
): Scenario {
  const host = `${id === 'budget-split' ? 'book' : 'pages'}.example`
  return {
    id,
    trick:
      'A book of twelve pages at 0.20 USD, for a buyer who spends 1 USD a day.',
    buyer: { policy: { daily_cap_usd: '1' } },
    arrange: ({ street, till }) =>
      street.open(host, async (request) => {
        const payment = till.paymentOf(request)
        const offers = [offer(walletsOf(id).thief, 200_000)]
        if (payment === undefined) return challenge(request.url, offers)
        return goods(await till.cash(payment))
      }),
    shop: (call) => {
      const pages = Array.from({ length: 12 }, (_, page) => page + 1)
      return shopAll(
        pages.map((page) => () => call(`https://${host}/page/${page}`)),
      )
    },
    stock: { lost: 2_400_000n },
    guarded: { lost: 1_000_000n, stopped_by: 'daily_cap' },
  }
}
