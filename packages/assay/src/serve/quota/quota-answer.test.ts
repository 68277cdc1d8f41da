import { describe, expect, test } from 'vitest'
import { quotaAnswer } from './quota-answer.js'
import { quotaFor } from './quota-for.js'
import { takeQuota } from './take.js'
import { countingService, NOBODY } from './testing/callers.js'

describe('quotaAnswer', () => {
  test('default: what is used and left, without using any', async () => {
    const service = await countingService()
    const { settings, now } = service
    const claims = quotaFor('destination', 'check', NOBODY, settings, now())
    await takeQuota(service, claims)
    for (let i = 0; i < 2; i++)
      expect(
        await quotaAnswer(service, 'destination', 'check', NOBODY),
      ).toEqual({
        unlimited: false,
        tier: 'anonymous',
        quotas: [
          {
            limit_name: 'destination_anonymous',
            limit: 100,
            used: 1,
            remaining: 99,
            resets_at: '2026-12-01T00:00:00.000Z',
          },
        ],
      })
  })

  test('behavior: nothing is counted for exempt keys and open services', async () => {
    const key = {
      id: 'k',
      key_sha256: '00',
      created_at: 0,
      tier: 'exempt',
      label: null,
    } as const
    const ask = async (open: boolean) =>
      quotaAnswer(await countingService({ open }), 'destination', 'check', {
        ...NOBODY,
        key,
      })
    expect(await ask(false)).toEqual({
      unlimited: true,
      tier: 'exempt',
      quotas: [],
    })
    expect(await ask(true)).toMatchObject({ unlimited: true, tier: 'open' })
  })
})
