import { resourceId } from '@assay402/core'
import { describe, expect, test } from 'vitest'
import { listingOf, observationOf } from '../../store/testing/samples.js'
import { startService } from '../testing/running.js'

const SECRET = 'https://api.example.com/x?token=sekret'
const WALLET = `0x${'aB'.repeat(20)}`

/** A service whose catalog lists a URL with a secret in its query. */
function listed() {
  return startService({
    prepare: async (store) => {
      const at = await store.now()
      const pass = await store.beginPass('bazaar', at)
      await store.recordListings(pass, [listingOf(SECRET)], at)
      const resource_id = resourceId(`GET ${SECRET}`)
      const seen = observationOf(1, { resource_id, at: at - 1_000 })
      await store.recordObservations([seen])
    },
  })
}

describe('the directory', () => {
  test('default: found, shown, its history, its host, its wallet', async () => {
    const { get } = await listed()
    const { endpoints, next } = await (
      await get('/v1/endpoints?query=example&max_price_usd=0.01')
    ).json()
    expect(next).toBeNull()
    expect(endpoints).toMatchObject([
      {
        method: 'GET',
        url: 'https://api.example.com/x?token=***',
        price_usd: '0.001',
        score: null,
      },
    ])
    const { id } = endpoints[0]
    expect(await (await get(`/v1/endpoints/${id}`)).json()).toMatchObject({
      id,
      listings: [{ source: 'bazaar' }],
      counterparty: { rulebook: 'counterparty' },
    })
    const history = await (await get(`/v1/endpoints/${id}/history`)).json()
    expect(history.observations).toMatchObject([{ price_usd: '0.001' }])
    const host = await (await get('/v1/hosts/api.example.com')).json()
    expect(host).toMatchObject({ endpoints_total: 1 })
    const origin = encodeURIComponent('https://api.example.com')
    expect(await (await get(`/v1/hosts/${origin}`)).json()).toEqual(host)
    const wallet = await (await get(`/v1/wallets/${WALLET}`)).json()
    expect(wallet).toMatchObject({ address: WALLET, endpoints_total: 1 })
  })

  test('behavior: no public list shows the values of a query', async () => {
    const { get } = await listed()
    const id = resourceId(`GET ${SECRET}`)
    const paths = [
      '/v1/endpoints',
      `/v1/endpoints/${id}`,
      `/v1/endpoints/${id}/history`,
      '/v1/hosts/api.example.com',
      `/v1/wallets/${WALLET}`,
      '/v1/receipts',
    ]
    for (const path of paths) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text()).not.toContain('sekret')
    }
  })

  test('behavior: a dearer one is left out, an unknown one is a problem', async () => {
    const { get } = await listed()
    const cheap = await get('/v1/endpoints?max_price_usd=0.0001')
    expect(await cheap.json()).toEqual({ endpoints: [], next: null })
    const payers = await get(`/v1/wallets/${WALLET}/payers`)
    expect(payers.status).toBe(404)
    expect(await payers.json()).toMatchObject({ code: 'settlements_not_read' })
  })
})
