import { describe, expect, test } from 'vitest'
import { createRequestLog } from './request-log.js'

describe('createRequestLog', () => {
  test('behavior: counts all, keeps the newest', () => {
    let now = 0
    const log = createRequestLog(() => now++, 2)
    for (const path of ['/a', '/b', '/c'])
      log.add('x', new Request(`http://127.0.0.1${path}`))
    const { count, latest } = log.of('x')
    expect([count, latest.map(({ path }) => path)]).toEqual([3, ['/b', '/c']])
    expect(latest[0]).toEqual({
      at: '1970-01-01T00:00:00.001Z',
      method: 'GET',
      path: '/b',
      user_agent: null,
      with_payment: false,
    })
  })

  test('behavior: what was given out does not change', () => {
    const log = createRequestLog(() => 0, 2)
    const before = log.of('x')
    log.add('x', new Request('http://127.0.0.1/'))
    expect(before).toEqual({ count: 0, latest: [] })
  })
})
