import { describe, expect, test } from 'vitest'
import { openShop, WALLET } from '../../../inspect/testing/shop.js'
import { listingOf, offerOf } from '../../../store/testing/samples.js'
import { figuresOf, list, settle } from '../testing/stored-market.js'
import { createSurfaceBench, json, NOON } from '../testing/surface-bench.js'

const HOUR = 3_600_000

/** A listed seller that was probed, with so many settled buyers. */
async function open(buyers: number | null, settings: object = {}) {
  const shop = await openShop()
  const bench = await createSurfaceBench({
    allowHosts: [shop.host],
    ...settings,
  })
  const { store } = bench.service
  await list(store, [
    listingOf(shop.url, { offers: [offerOf('10000', WALLET)] }),
  ])
  if (buyers !== null)
    await settle(store, WALLET, figuresOf(WALLET, buyers, NOON), NOON)
  await bench.get(`/terms/v1/products/endpoint-spot-check?url=${shop.url}`)
  const score = (subject: string) =>
    bench.get(`/counterparty/score?subject=${encodeURIComponent(subject)}`)
  return { shop, bench, store, score }
}

describe('GET /score', () => {
  test('default: a seller with real buyers, by URL and by wallet', async () => {
    const { shop, score } = await open(5)
    const response = await score(shop.url)
    expect(response.status).toBe(200)
    const body = await json(response)
    expect(body).toMatchObject({
      rulebook: 'counterparty',
      subject: shop.url,
      subject_type: 'url',
      pay_to: WALLET,
      network: 'eip155:8453',
      verdict: 'trusted',
      confidence: 1,
      wash_trading_ratio: 0,
      real_buyer_count: 5,
      repeat_buyer_rate: 1,
      feeds: { catalog: true, settlement: true, probe: true },
      source: 'bazaar;rpc-logs;402-probe',
      updated_at: '2026-11-30T12:00:00Z',
    })
    expect(await json(await score(WALLET))).toMatchObject({
      subject_type: 'address',
      verdict: 'trusted',
    })
  })

  test('behavior: without settlements caution, with less confidence', async () => {
    const { shop, score } = await open(null)
    expect(await json(await score(shop.url))).toMatchObject({
      verdict: 'caution',
      confidence: 0.4,
      wash_trading_ratio: null,
    })
  })

  test('behavior: never stamped anew, and nothing of it is older than 24 h', async () => {
    const { shop, bench, score } = await open(5)
    await bench.pass(23 * HOUR)
    expect(await json(await score(shop.url))).toMatchObject({
      updated_at: '2026-11-30T12:00:00Z',
    })
    await bench.pass(HOUR + 1)
    const response = await score(shop.url)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('21600')
    expect(await json(response)).toEqual({
      error: {
        code: 'ANSWER_UNAVAILABLE',
        message: 'There is no fresh score of this subject.',
        retry_after: 21_600,
        why: 'not_scored',
      },
    })
  })

  test('behavior: unlisted subjects and delisted figures are unavailable', async () => {
    const { shop, store, score } = await open(5)
    for (const unknown of [`0x${'9'.repeat(40)}`, 'https://no.example/x']) {
      const response = await score(unknown)
      expect(response.status).toBe(503)
      expect(await json(response)).toMatchObject({
        error: { code: 'ANSWER_UNAVAILABLE', retry_after: 86_400 },
      })
    }
    await settle(store, WALLET, { status: 'delisted', why: 'bad' }, NOON)
    expect((await score(shop.url)).status).toBe(503)
  })

  test.each(['', 'nonsense', 'ftp://a.example/', 'https:///x'])(
    'behavior: %j is no subject',
    async (subject) => {
      const { score } = await open(null)
      const response = await score(subject)
      expect(response.status).toBe(400)
      expect(await json(response)).toMatchObject({
        error: { code: 'INVALID_SUBJECT' },
      })
    },
  )

  test('behavior: our own wallet is marked', async () => {
    const payTo = { 'eip155:8453': WALLET }
    const { shop, score } = await open(5, { payTo })
    expect(await json(await score(shop.url))).toMatchObject({
      source: 'bazaar;rpc-logs;402-probe;self=true',
    })
  })
})

describe('documents', () => {
  test('default: a sample is free and says that it is none', async () => {
    const bench = await createSurfaceBench()
    expect(await json(await bench.get('/counterparty/sample'))).toMatchObject({
      verdict: 'trusted',
      sample: true,
      stale: true,
    })
  })

  test('default: the methodology has every section, and no disclosures', async () => {
    const bench = await createSurfaceBench()
    const page = await (await bench.get('/counterparty/methodology')).text()
    for (const part of [
      'Confidence',
      'Freshness',
      'Probing',
      'Wallets that paid this service itself',
      'Disclosed transactions',
      'Scoring ourselves',
      'self_dealing',
      'funding_loop',
    ])
      expect(page).toContain(part)
    expect(page.match(/has disclosed none/g)).toHaveLength(4)
  })

  test('behavior: what the operator discloses is told, as text', async () => {
    const bench = await createSurfaceBench({
      disclosures: {
        wallets: [
          {
            network: 'eip155:8453',
            wallet: WALLET,
            role: 'bootstrap',
            why: '<b>first payment</b>',
          },
        ],
        transactions: [
          { network: 'eip155:8453', transaction: '0xabc', why: 'the one' },
        ],
      },
    })
    const page = await (await bench.get('/counterparty/methodology')).text()
    expect(page).toContain(WALLET)
    expect(page).toContain('0xabc')
    expect(page).toContain('&lt;b&gt;first payment')
    const markdown = await bench.get('/counterparty/methodology', {
      accept: 'text/markdown',
    })
    expect(await markdown.text()).toContain(`| eip155:8453 | ${WALLET} |`)
  })
})
