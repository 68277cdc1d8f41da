import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { ServiceEnv } from '../answer.js'
import { deadline } from '../http/deadline.js'
import { givesBack, noteTaken } from './give-back.js'
import { quotaFor } from './quota-for.js'
import { giveQuotaBack, takeQuota } from './take.js'
import { countingService, NOBODY, NOON } from './testing/callers.js'

async function counted() {
  const service = await countingService()
  const claims = quotaFor('terms', 'check', NOBODY, service.settings, NOON)
  const app = new Hono<ServiceEnv>()
  app.onError((_, c) => c.text('', 500))
  app.use(givesBack(service))
  app.use(deadline(() => 50))
  app.get('/late', async (c) => {
    noteTaken(c, { claims: await taken() })
    await new Promise((resolve) => setTimeout(resolve, 150))
    return c.text('late')
  })
  app.get('/:status', async (c) => {
    noteTaken(c, { claims: await taken() })
    const status = Number(c.req.param('status'))
    if (status === 500) throw new Error('ours')
    return c.text('', status as 200)
  })
  const taken = async () => {
    const answer = await takeQuota(service, claims)
    return answer.taken ? answer.claims : []
  }
  const used = () => service.store.quotaUsed(claims)
  return { service, app, claims, used }
}

describe('givesBack', () => {
  test.each([
    [200, 1],
    [402, 1],
    [400, 1],
    [429, 0],
    [500, 0],
    [503, 0],
  ])(
    'default: an answer with status %i leaves %i counted',
    async (status, left) => {
      const { app, used } = await counted()
      expect((await app.request(`/${status}`)).status).toBe(status)
      expect(await used()).toEqual([left, left])
    },
  )

  test('behavior: what came too late is not counted', async () => {
    const { app, used } = await counted()
    expect((await app.request('/late')).status).toBe(503)
    expect(await used()).toEqual([0, 0])
  })

  test('behavior: nothing is given back that was not taken', async () => {
    const { service, app, claims, used } = await counted()
    await takeQuota(service, claims)
    await app.request('/500')
    expect(await used()).toEqual([1, 1])
    await giveQuotaBack(service, claims)
    expect(await used()).toEqual([0, 0])
  })
})
