import type { Report } from '@assay402/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf } from '../seats/presented.js'
import { ask, guarded, held, makeKeys } from '../testing/engine.js'
import { refusal } from '../testing/refusal.js'
import { about, RESOURCE } from '../testing/seller.js'

beforeAll(makeKeys)

describe('the engine', () => {
  test('default: its report stands, what it was asked is the very challenge', async () => {
    const { own, asked } = guarded({}, {}, { audience: undefined })
    const { report } = await own.approve({
      ...ask,
      expect: { listing: { price_usd: '0.01' } },
    })
    expect(report.software.name).toBe('engine')
    expect(asked).toEqual([
      {
        url: RESOURCE,
        method: 'GET',
        challenge: ask.challenge,
        expected: { price_usd: '0.01' },
        policy: expect.objectContaining({ daily_cap_usd: '25' }),
      },
    ])
  })

  test('behavior: the worse of the two decides', async () => {
    expect(await refusal(guarded({ report: held }).own.approve(ask))).toBe(
      'PaymentHeld counterparty_avoid',
    )
    const capped = { policy: { max_per_payment_usd: '0.001' } }
    expect(
      await refusal(guarded({ report: held }, capped).own.approve(ask)),
    ).toBe('PaymentBlocked over_payment_cap')
  })

  test('behavior: the report may stand beside the receipt; keys are fetched once', async () => {
    const { own, sets } = guarded({ shape: 'beside' }, {}, { jwks: undefined })
    await own.approve(ask)
    await own.approve(ask)
    expect(sets()).toBe(1)
  })

  test('behavior: an engine alone leaves the local opinion of the host aside, not the limits', async () => {
    const url = 'https://openai-login.example/x'
    const asked = { ...ask, url, challenge: answerOf(about(url)) }
    const subject = {
      resource: `GET ${url}`,
      resource_id: 'x',
      host: 'https://openai-login.example',
      listed: null,
    }
    const play = {
      report: { subject, decision: 'allow', reasons: [] } as Partial<Report>,
    }
    expect(
      await refusal(guarded(play, { sources: 'engine' }).own.approve(asked)),
    ).toBe('paid')
    expect(
      await refusal(guarded(play, { sources: 'both' }).own.approve(asked)),
    ).toBe('PaymentHeld destination_suspicious')
    const capped = {
      sources: 'engine' as const,
      policy: { daily_cap_usd: '0' },
    }
    expect(await refusal(guarded(play, capped).own.approve(asked))).toBe(
      'PaymentBlocked daily_cap',
    )
  })
})
