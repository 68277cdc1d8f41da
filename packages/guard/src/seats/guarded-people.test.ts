import { wrapFetchWithPayment } from '@x402/fetch'
import { describe, expect, test } from 'vitest'
import { PaymentHeld } from '../errors.js'
import { createGuard, type GuardOrOptions } from '../guard.js'
import { stockClient } from '../testing/buyer.js'
import { refusal } from '../testing/refusal.js'
import { RESOURCE, seller } from '../testing/seller.js'
import { guarded } from './guarded.js'

function buyer(fetch: typeof globalThis.fetch, given?: GuardOrOptions) {
  return wrapFetchWithPayment(...guarded(fetch, stockClient(), given))
}

describe('guarded, people', () => {
  const policy = { hold_above_usd: '0.001' }

  test('behavior: a yes pays, and the report says so', async () => {
    const { fetch, sales } = seller()
    const asked: string[] = []
    const own = createGuard({
      policy,
      on_hold: ({ report, request }) => {
        asked.push(`${report.reasons[0]?.code} ${request.resource}`)
        return true
      },
    })
    expect((await buyer(fetch, own)(RESOURCE)).status).toBe(200)
    expect(asked).toEqual([`over_hold_limit GET ${RESOURCE}`])
    expect(sales).toHaveLength(1)
  })

  test.each([
    ['a no', { on_hold: () => false }, 'PaymentBlocked refused_by_person'],
    ['nobody', {}, 'PaymentHeld over_hold_limit'],
    [
      'no answer',
      { on_hold: () => new Promise<boolean>(() => {}), hold_timeout_ms: 5 },
      'PaymentHeld over_hold_limit',
    ],
    [
      'a failing asker',
      { on_hold: () => Promise.reject(new Error('x')) },
      'PaymentHeld over_hold_limit',
    ],
    [
      'a thing that is no true',
      { on_hold: () => 'yes' as never },
      'PaymentBlocked refused_by_person',
    ],
  ])('behavior: %s does not pay', async (_, options, said) => {
    const { fetch, sales } = seller()
    expect(await refusal(buyer(fetch, { policy, ...options })(RESOURCE))).toBe(
      said,
    )
    expect(sales).toEqual([])
  })

  test('behavior: how nobody answered', async () => {
    const { fetch } = seller()
    const error = await buyer(fetch, { policy })(RESOURCE).catch((e) => e)
    expect(error).toBeInstanceOf(PaymentHeld)
    expect(error.answer).toBe('nobody_asked')
  })

  test('behavior: a yes does not lift a cap that was reached meanwhile', async () => {
    const { fetch } = seller()
    const own: ReturnType<typeof createGuard> = createGuard({
      policy: { ...policy, daily_cap_usd: '0.015' },
      on_hold: async ({ request }) => {
        // While the person thinks, another call spends.
        if (request.url === RESOURCE) await buyer(fetch, own)(`${RESOURCE}/2`)
        return true
      },
    })
    expect(await refusal(buyer(fetch, own)(RESOURCE))).toBe(
      'PaymentBlocked daily_cap',
    )
  })
})
