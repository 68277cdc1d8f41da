import { describe, expect, test } from 'vitest'
import { openShop } from '../../inspect/testing/shop.js'
import { startService } from '../testing/running.js'

describe('answerQuickly', () => {
  test('default: the second answer is the first, told like any other', async () => {
    const shop = await openShop()
    const { post, events, app } = await startService({
      settings: { allowHosts: [shop.host] },
    })
    const ask = () => post('/v1/preflight', { url: shop.url })
    const [first, second] = [await ask(), await ask()]
    expect(await second.text()).toBe(await first.text())
    const names = (answer: Response) =>
      [...answer.headers.keys()].filter((name) => name !== 'date').sort()
    expect(names(second)).toEqual(names(first))
    expect(second.headers.get('x-request-id')).not.toBe(
      first.headers.get('x-request-id'),
    )
    const told = events.filter(({ event }) => event === 'request')
    expect(told.map(({ route, status }) => [route, status])).toEqual([
      ['/v1/preflight', 200],
      ['/v1/preflight', 200],
    ])
    const figures = await app.metrics.registry.metrics()
    expect(figures).toContain(
      'assay_http_requests_total{method="POST",route="/v1/preflight",status="200"} 2',
    )
    expect(figures).toContain('assay_http_requests_in_flight 0')
  })

  test('behavior: text beyond ASCII keeps its length', async () => {
    const { post } = await startService()
    const url = 'https://api.example.com/wetter?ort=Köln'
    const ask = async () => (await post('/v1/preflight', { url })).json()
    expect(await ask()).toEqual(await ask())
  })

  test.each([
    ['', 400, 'invalid_json'],
    ['{', 400, 'invalid_json'],
    ['{"url":1}', 400, 'invalid_request'],
  ])('behavior: %j is passed on with its body', async (body, status, code) => {
    const { post } = await startService()
    const answer = await post('/v1/preflight', body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })
})
