import { describe, expect, test } from 'vitest'
import { LIMITS } from './limits.js'
import { quotaFor } from './quota-for.js'
import { giveQuotaBack, quotaProblem, takeQuota } from './take.js'
import {
  type Counting,
  countingService,
  MIDNIGHT,
  NOBODY,
  NOON,
} from './testing/callers.js'

function claims(service: Counting, client: string | null = null) {
  const caller = { ...NOBODY, client }
  return quotaFor('terms', 'check', caller, service.settings, service.now())
}

async function take(service: Counting, client: string | null = null) {
  const taken = await takeQuota(service, claims(service, client))
  return taken.taken ? 'taken' : taken.exhausted.scope
}

describe('takeQuota', () => {
  test('default: to the limit and no further, until midnight', async () => {
    const service = await countingService()
    const took: string[] = []
    for (let i = 0; i < 6; i++) took.push(await take(service, 'agent'))
    expect(took).toEqual([...Array(5).fill('taken'), 'terms_free_client'])
    await service.pass(MIDNIGHT - NOON - 1)
    expect(await take(service, 'agent')).toBe('terms_free_client')
    await service.pass(1)
    expect(await take(service, 'agent')).toBe('taken')
  })

  test('behavior: many names are one network', async () => {
    const service = await countingService()
    for (let i = 0; i < 25; i++)
      expect(await take(service, `agent ${i}`)).toBe('taken')
    expect(await take(service, 'agent 25')).toBe('terms_free_network')
    // What was refused counted nowhere.
    const used = await service.store.quotaUsed(claims(service, 'agent 25'))
    expect(used).toEqual([0, 25])
  })

  test('behavior: an open service counts nothing', async () => {
    const service = await countingService({ open: true })
    for (let i = 0; i < 6; i++) expect(await take(service)).toBe('taken')
    expect(await service.store.quotaUsed(claims(service))).toEqual([0, 0])
  })

  test('behavior: what is given back can be taken again', async () => {
    const service = await countingService()
    for (let i = 0; i < 5; i++) await take(service)
    await giveQuotaBack(service, claims(service))
    expect(await take(service)).toBe('taken')
    expect(await take(service)).toBe('terms_free_client')
  })

  test('behavior: the same once is counted once, for 60 s', async () => {
    const service = await countingService()
    const ask = () => {
      const once = { key: 'target', until: service.now() + 60_000 }
      return takeQuota(service, claims(service), once)
    }
    const first = await ask()
    expect(first).toMatchObject({ repeated: false, claims: claims(service) })
    await service.pass(59_000)
    expect(await ask()).toEqual({ taken: true, repeated: true, claims: [] })
    await service.pass(2_000)
    expect(await ask()).toMatchObject({ repeated: false })
    expect(await service.store.quotaUsed(claims(service))).toEqual([2, 2])
  })
})

describe('quotaProblem', () => {
  test('default: says what, and how long', async () => {
    const service = await countingService()
    const [claim] = claims(service)
    expect(quotaProblem(claim as never, MIDNIGHT - 1)).toEqual({
      type: 'about:blank#quota_exhausted',
      title: 'Too many requests',
      status: 429,
      code: 'quota_exhausted',
      detail: `The limit of 5 ${LIMITS.terms_free_client.what} is reached. It begins anew at 2026-12-01T00:00:00.000Z.`,
      retry_after: 1,
    })
  })
})
