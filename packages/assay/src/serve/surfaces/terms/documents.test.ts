import { describe, expect, test } from 'vitest'
import { openShop, WALLET } from '../../../inspect/testing/shop.js'
import { createSurfaceBench, json } from '../testing/surface-bench.js'

const HTML = { accept: 'text/html' }
const CHECK = '/terms/v1/products/endpoint-spot-check'

describe('rules', () => {
  test('default: the keys that clients know, our own after them', async () => {
    const bench = await createSurfaceBench()
    const rules = await json(await bench.get('/terms/rules'))
    expect(Object.keys(rules).slice(0, 10)).toEqual([
      'rules_version',
      'page',
      'verdicts',
      'reason_codes',
      'confidence',
      'quality_codes',
      'reputation',
      'fields',
      'price_tolerance',
      'limits',
    ])
    expect(rules).toMatchObject({
      rules_version: '2026-10-15',
      page: 'https://assay.example/terms/rules',
      service: 'Assay',
      price_tolerance:
        'within 1% of the listed price counts as the listed price',
      confidence: { levels: ['high', 'medium', 'low'] },
      reputation: {
        version: '2026-10-15',
        weights: {
          stability: 25,
          drift: 20,
          verdicts: 30,
          freshness: 10,
          quality: 15,
        },
      },
    })
  })

  test('behavior: every code has verdict, confidence, rule and text', async () => {
    const bench = await createSurfaceBench()
    const { reason_codes, quality_codes } = await json(
      await bench.get('/terms/rules'),
    )
    const codes = reason_codes as Record<string, string>[]
    expect(
      codes.map(({ code, verdict, confidence }) => [code, verdict, confidence]),
    ).toEqual([
      ['price_ok', 'pay', 'high'],
      ['price_below_listing', 'pay', 'high'],
      ['price_mismatch', 'skip', 'high'],
      ['pay_to_mismatch', 'skip', 'high'],
      ['network_mismatch', 'skip', 'high'],
      ['asset_not_usdc', 'skip', 'high'],
      ['network_unsupported', 'skip', 'high'],
      ['ssrf_blocked', 'skip', 'high'],
      ['no_paywall', 'skip', 'medium'],
      ['bad_challenge', 'skip', 'medium'],
      ['challenge_expired', 'skip', 'high'],
      ['ambiguous', 'skip', 'medium'],
      ['free_trial_active', 'recheck', 'low'],
      ['timeout', 'recheck', 'low'],
      ['unreachable', 'recheck', 'low'],
      ['server_error', 'recheck', 'low'],
      ['dry_run', 'recheck', 'low'],
    ])
    for (const { rule, text } of codes) {
      expect(rule).not.toBe('')
      expect(text).not.toBe('')
    }
    expect(
      (quality_codes as Record<string, unknown>[]).map(
        ({ code, reputation_value }) => [code, reputation_value],
      ),
    ).toEqual([
      ['quality_ok', 1],
      ['quality_unverified', 0.7],
      ['quality_bad_content_type', 0.4],
      ['quality_schema_mismatch', 0.3],
      ['quality_bad_status', 0.2],
      ['quality_unreachable', 0],
    ])
  })

  test('behavior: a browser gets a page without scripts', async () => {
    const bench = await createSurfaceBench()
    const response = await bench.get('/terms/rules', HTML)
    const page = await response.text()
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(response.headers.get('content-security-policy')).toMatch(
      "default-src 'none'",
    )
    expect(page).not.toMatch(/<script|\son[a-z]+=/i)
    expect(page).toContain('challenge_expired')
  })
})

describe('receipts', () => {
  test('default: by id, in the list, by URL, and among the skips', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    const url = `${shop.url}?city=Paris`
    const paid = await json(
      await bench.get(`${CHECK}?url=${encodeURIComponent(url)}`),
    )
    shop.answer(404)
    await bench.pass(600_000)
    const skipped = await json(
      await bench.get(`${CHECK}?url=${encodeURIComponent(url)}`),
    )
    expect(skipped).toMatchObject({ verdict: 'skip', prior_checks: 1 })
    const one = await json(
      await bench.get(`/terms/v1/receipts/${paid['receipt_id']}`),
    )
    expect(one).toMatchObject({
      id: paid['receipt_id'],
      verdict: 'pay',
      url: `${shop.url}?city=***`,
      summary: { reason_code: 'price_ok', pay_to: WALLET },
      receipt_url: paid['receipt_url'],
    })
    expect(JSON.stringify(one)).not.toContain('Paris')
    expect(await idsAt(bench.get, '/terms/v1/receipts')).toEqual([
      skipped['receipt_id'],
      paid['receipt_id'],
    ])
    expect(await idsAt(bench.get, '/terms/v1/skips')).toEqual([
      skipped['receipt_id'],
    ])
    const byUrl = `/terms/v1/receipts/by-url?url=${encodeURIComponent(url)}`
    expect(await idsAt(bench.get, byUrl)).toHaveLength(2)
    expect(await idsAt(bench.get, `${byUrl}&limit=1`)).toEqual([
      skipped['receipt_id'],
    ])
  })

  test.each([
    { pay_to: `0x${'9'.repeat(40)}` },
    { network: 'eip155:137' },
    { check_expiry: '1', skew_s: '300' },
  ])('behavior: a verdict by %o is in no list', async (own) => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    const query = new URLSearchParams({ url: shop.url, ...own })
    const answer = await json(await bench.get(`${CHECK}?${query}`))
    expect(answer['receipt_id']).toMatch(/^[0-9a-f]{32}$/)
    expect(await idsAt(bench.get, '/terms/v1/receipts')).toEqual([])
  })

  test('behavior: a verdict by a caller’s own expectation is in no list', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    const query = new URLSearchParams({ url: shop.url, price: '0.0001' })
    const { receipt_id, verdict } = await json(
      await bench.get(`${CHECK}?${query}`),
    )
    expect(verdict).toBe('skip')
    expect(await idsAt(bench.get, '/terms/v1/skips')).toEqual([])
    const page = await bench.get(`/terms/v1/receipts/${receipt_id}`, HTML)
    expect(await page.text()).toContain('price_mismatch')
  })

  test('behavior: unknown ids, bad limits and bad cursors', async () => {
    const bench = await createSurfaceBench()
    const get = async (path: string) => (await bench.get(path)).status
    expect(await get('/terms/v1/receipts/nothing')).toBe(404)
    expect(await get(`/terms/v1/receipts/${'0'.repeat(32)}`)).toBe(404)
    expect(await get('/terms/v1/receipts?limit=0')).toBe(400)
    expect(await get('/terms/v1/receipts?cursor=x')).toBe(400)
    expect(await get('/terms/v1/receipts/by-url')).toBe(400)
  })
})

describe('reputation', () => {
  test('default: host and band, as JSON and as a page', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    const host = new URL(shop.url).origin
    await bench.get(`${CHECK}?url=${shop.url}`)
    const path = `/terms/reputation/${encodeURIComponent(host)}`
    expect(await json(await bench.get(path))).toEqual({
      host,
      band: 'insufficient_data',
    })
    const page = await (await bench.get(path, HTML)).text()
    expect(page).toContain('Band: insufficient_data')
    expect(page).toMatch(/href="\/terms\/v1\/receipts\/[0-9a-f]{32}"/)
  })

  test('behavior: it is computed once a minute, however often it is read', async () => {
    const bench = await createSurfaceBench()
    let asked = 0
    const { store } = bench.service
    const { endpointsOfHost } = store
    Object.assign(store, {
      endpointsOfHost: (host: string) => {
        asked++
        return endpointsOfHost(host)
      },
    })
    const read = () => bench.get('/terms/reputation/api.example.com')
    await Promise.all(Array.from({ length: 20 }, read))
    await read()
    expect(asked).toBe(1)
    await bench.pass(60_000)
    await read()
    expect(asked).toBe(2)
  })

  test('behavior: a bare name is its https host, nonsense a 400', async () => {
    const bench = await createSurfaceBench()
    const known = await bench.get('/terms/reputation/API.example.com')
    expect(await json(known)).toMatchObject({ host: 'https://api.example.com' })
    const bad = await bench.get('/terms/reputation/a%20b')
    expect(bad.status).toBe(400)
    expect(await json(bad)).toMatchObject({ field: 'host' })
  })

  test('behavior: what sellers write is text on a page', async () => {
    const shop = await openShop()
    const bench = await createSurfaceBench({ allowHosts: [shop.host] })
    const url = `${shop.url}/<script>alert(1)</script>?"><img=x`
    await bench.get(`${CHECK}?url=${encodeURIComponent(url)}`)
    const page = await bench.get('/terms/v1/receipts', HTML)
    expect(await page.text()).not.toMatch(/<script|<img/)
  })
})

type Get = (path: string) => Promise<Response>

async function idsAt(get: Get, path: string): Promise<unknown[]> {
  const { receipts } = await json(await get(path))
  return (receipts as { id: string }[]).map(({ id }) => id)
}
