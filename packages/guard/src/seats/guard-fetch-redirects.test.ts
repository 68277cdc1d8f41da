import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.js'
import { answer402, goods, RESOURCE, seller } from '../testing/seller.js'
import { buyer } from '../testing/shop.js'
import { stopDate } from '../testing/stopped-date.js'

stopDate()

describe('guardFetch, redirects', () => {
  const away = (status: number, to: string) => () =>
    new Response(null, { status, headers: { location: to } })

  test.each([
    [307, 'https://thief.example/x'],
    [302, 'https://thief.example/x'],
    [307, 'http://api.seller.example/data'],
    [307, 'http://['],
  ])(
    'behavior: a paid request does not follow %s to %s',
    async (status, to) => {
      const { fetch, seen } = seller({ paid: away(status, to) })
      const { pay, ended } = buyer(fetch)
      expect(await refusal(pay(RESOURCE))).toBe(
        'PaymentBlocked cross_origin_redirect',
      )
      expect(seen.map(({ url }) => url)).toEqual([RESOURCE, RESOURCE])
      expect(seen.map(({ redirect }) => redirect)).toEqual(['follow', 'manual'])
      expect(ended()).toEqual(['unclear null'])
    },
  )

  test('behavior: inside the origin it goes along, with method and body', async () => {
    const bodies: string[] = []
    const { fetch, sales } = seller({
      paid: async (request) => {
        bodies.push(`${request.method} ${await request.text()}`)
        return request.url.endsWith('/moved') ? goods() : away(308, '/moved')()
      },
    })
    const { pay } = buyer(fetch)
    const init = { method: 'POST', body: 'ask' }
    expect((await pay(RESOURCE, init)).status).toBe(200)
    expect(bodies).toEqual(['POST ask', 'POST ask'])
    expect(sales).toHaveLength(2)
  })

  test('behavior: not where it would turn into a GET, nor for ever', async () => {
    const post = seller({ paid: away(302, '/moved') })
    expect(
      await refusal(buyer(post.fetch).pay(RESOURCE, { method: 'POST' })),
    ).toBe('PaymentBlocked cross_origin_redirect')
    const loop = seller({ paid: away(302, '/again') })
    expect(await refusal(buyer(loop.fetch).pay(RESOURCE))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    expect(loop.sales).toHaveLength(4)
  })

  test('behavior: a challenge that came from another origin', async () => {
    const moved = (url: string) => () => {
      const response = answer402()
      Object.defineProperties(response, {
        redirected: { value: true },
        url: { value: url },
      })
      return response
    }
    const far = seller({ unpaid: moved('https://thief.example/data') })
    expect(await refusal(buyer(far.fetch).pay(RESOURCE))).toBe(
      'PaymentBlocked cross_origin_redirect',
    )
    const near = seller({ unpaid: moved(`${RESOURCE}/`) })
    expect(await refusal(buyer(near.fetch).pay(RESOURCE))).toBe('paid')
  })
})
