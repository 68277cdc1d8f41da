import { beforeAll, describe, expect, test } from 'vitest'
import { createGuard } from '../guard.js'
import { ask, guarded, makeKeys, type Play } from '../testing/engine.js'
import { refusal } from '../testing/refusal.js'

beforeAll(makeKeys)

describe('fail modes', () => {
  const silent: [string, Play][] = [
    [
      'a refused connection',
      { answer: () => Promise.reject(new TypeError('fetch failed')) },
    ],
    ['an error', { answer: () => Response.json({}, { status: 503 }) }],
    ['no JSON', { answer: () => new Response('<html>') }],
    ['no object', { answer: () => Response.json(null) }],
    ['no report', { answer: () => Response.json({ report: 'assay/2' }) }],
    [
      'no reasons',
      {
        answer: () =>
          Response.json({
            report: 'assay/1',
            decision: 'allow',
            subject: {},
            terms: null,
          }),
      },
    ],
    [
      'another word',
      {
        answer: () =>
          Response.json({
            report: 'assay/1',
            decision: 'maybe',
            reasons: [],
            subject: {},
            terms: null,
          }),
      },
    ],
  ]
  test.each(silent)('behavior: %s is silence', async (_, play) => {
    expect(await refusal(guarded(play).own.approve(ask))).toBe('paid')
    const closed = guarded(play, { fail_mode: 'closed' })
    expect(await refusal(closed.own.approve(ask))).toBe(
      'PaymentBlocked engine_unavailable',
    )
  })

  test('behavior: open lets a local hold pass, a local block it does not', async () => {
    const play = { answer: () => Promise.reject(new Error('down')) }
    const hold = { policy: { hold_above_usd: '0.001' } }
    expect(await refusal(guarded(play, hold).own.approve(ask))).toBe(
      'PaymentHeld over_hold_limit',
    )
    const open = await guarded(play, {
      ...hold,
      fail_mode: 'open',
    }).own.approve(ask)
    expect(
      open.report.reasons
        .slice(0, 2)
        .map(({ code, decision }) => `${decision} ${code}`),
    ).toEqual(['note engine_silent', 'note over_hold_limit'])
    const block = {
      policy: { max_per_payment_usd: '0.001' },
      fail_mode: 'open' as const,
    }
    expect(await refusal(guarded(play, block).own.approve(ask))).toBe(
      'PaymentBlocked over_payment_cap',
    )
  })

  test('behavior: an engine that hangs is given up', async () => {
    const hang: typeof globalThis.fetch = (_, init) =>
      new Promise((__, reject) =>
        init?.signal?.addEventListener('abort', () =>
          reject(init.signal?.reason),
        ),
      )
    const own = createGuard({
      engine: { url: 'https://engine.example', fetch: hang, timeout_ms: 5 },
    })
    expect(await refusal(own.approve(ask))).toBe('paid')
  })

  test('behavior: sources that need an engine need one', () => {
    expect(() => createGuard({ sources: 'both' })).toThrow(
      'sources "both" need an engine',
    )
  })
})
