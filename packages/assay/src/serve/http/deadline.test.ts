import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { ServiceEnv } from '../answer.js'
import { deadline } from './deadline.js'

describe('deadline', () => {
  test('default: what takes too long is a problem, and is told', async () => {
    let isTold = false
    const app = new Hono<ServiceEnv>()
    app.use(deadline(() => 20))
    app.get('/quick', (c) => c.text('here'))
    app.get('/slow', async (c) => {
      c.get('deadline').addEventListener('abort', () => {
        isTold = true
      })
      await new Promise((resolve) => setTimeout(resolve, 100))
      return c.text('late')
    })
    expect(await (await app.request('/quick')).text()).toBe('here')
    const answer = await app.request('/slow')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(await answer.json()).toMatchObject({ code: 'out_of_time' })
    expect(isTold).toBe(true)
  })
})
