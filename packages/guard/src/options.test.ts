import { describe, expect, test } from 'vitest'
import { createGuard } from './guard.js'
import { answerOf } from './seats/presented.js'
import { refusal } from './testing/refusal.js'
import { challenge, RESOURCE } from './testing/seller.js'

const ask = { method: 'GET', url: RESOURCE, challenge: answerOf(challenge()) }

describe('createGuard, options', () => {
  test.each<[object, string]>([
    [{ polcy: {} }, 'no option of a guard: polcy'],
    [{ max_per_payment_usd: '1' }, 'no option of a guard: max_per_payment_usd'],
    [{ fail_mode: 'Closed' }, 'option fail_mode: not local, closed or open'],
    [{ sources: 'engin' }, 'option sources: not local, engine or both'],
    [{ attempts: 0 }, 'option attempts: not a whole number ≥ 1'],
    [{ attempts: 1.5 }, 'option attempts: not a whole number ≥ 1'],
    [{ attempts: '2' }, 'option attempts: not a whole number ≥ 1'],
    [{ attempts: Number.NaN }, 'option attempts: not a whole number ≥ 1'],
    [{ networks: 'base' }, 'option networks: not a list of names'],
    [{ networks: [8453] }, 'option networks: not a list of names'],
    [{ on_hold: true }, 'option on_hold: not a function'],
    [{ lists: [] }, 'option lists: not a function'],
    [{ reader: {} }, 'option reader: not a function'],
    [{ now: 5 }, 'option now: not a function'],
    [{ on_event: {} }, 'option on_event: not a function'],
    [{ ledger: 'spent.log' }, 'option ledger: not a ledger'],
    [{ hold_timeout_ms: '5' }, 'option hold_timeout_ms: not 0 to 2147483647'],
    [{ hold_timeout_ms: -1 }, 'option hold_timeout_ms: not 0 to 2147483647'],
    [
      { hold_timeout_ms: 2_147_483_648 },
      'option hold_timeout_ms: not 0 to 2147483647',
    ],
    [{ expect: { max_price: '1' } }, 'no field of an expectation: max_price'],
  ])('behavior: %j is no guard', (options, message) => {
    expect(() => createGuard(options)).toThrow(new TypeError(message))
  })

  test('behavior: what is at the limit is one, and undefined is absent', () => {
    const fine = [
      { attempts: 1, hold_timeout_ms: 2_147_483_647 },
      { hold_timeout_ms: 0, networks: ['base', 'solana:*'] },
      { policy: undefined, sources: undefined, fail_mode: undefined },
      { attempts: undefined, networks: undefined, expect: undefined },
    ]
    for (const options of fine)
      expect(Object.keys(createGuard(options))).toContain('approve')
  })

  test('behavior: no network at all is none, not every', async () => {
    expect(await refusal(createGuard({ networks: [] }).approve(ask))).toBe(
      'PaymentBlocked terms_skip',
    )
  })
})
