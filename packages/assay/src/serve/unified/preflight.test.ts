import { digestOf, resourceId } from '@assay402/core'
import { compactVerify, importJWK, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { OTHER_WALLET, openShop, WALLET } from '../../inspect/testing/shop.js'
import { listingOf } from '../../store/testing/samples.js'
import { startService } from '../testing/running.js'
import { HOST_PROBES } from './probe-budget.js'

/** A shop and a service that may ask it. */
async function market() {
  const shop = await openShop()
  const running = await startService({ settings: { allowHosts: [shop.host] } })
  const check = async (more: object = {}) => {
    const answer = await running.post('/v1/preflight', {
      url: shop.url,
      ...more,
    })
    return { answer, body: await answer.json() }
  }
  return { shop, running, check }
}

describe('POST /v1/preflight', () => {
  test('default: a report with a receipt that signs it', async () => {
    const { running, shop, check } = await market()
    const { answer, body } = await check({
      expected: { price_usd: '0.01' },
      options: { audience: 'me', expires_in: 60 },
    })
    expect(answer.status).toBe(200)
    const { receipt, ...report } = body
    expect(report).toMatchObject({
      report: 'assay/1',
      decision: 'allow',
      subject: { resource: `GET ${shop.url}` },
      terms: { pay_to: WALLET },
    })
    const jwks = (await running.service.signer?.jwks()) as { keys: JWK[] }
    const { payload } = await compactVerify(
      receipt,
      await importJWK(jwks.keys[0] as JWK, 'EdDSA'),
    )
    const claims = JSON.parse(new TextDecoder().decode(payload))
    expect(claims).toMatchObject({
      iss: 'http://assay.test',
      aud: 'me',
      decision: 'allow',
      report_sha256: digestOf(report),
      payment_terms_sha256: report.terms.payment_terms_sha256,
      terms: {
        network: 'eip155:8453',
        amount: '10000',
        pay_to: WALLET,
        scheme: 'exact',
        resource: `GET ${shop.url}`,
      },
    })
    expect(claims.exp - claims.iat).toBe(60)
    await running.app.drained()
    expect(await running.store.receipt(claims.jti)).toMatchObject({
      surface: 'preflight',
      report_id: report.id,
    })
    expect(await running.store.check(report.id)).toMatchObject({ report })
  })

  test('behavior: 100 callers at once make one probe', async () => {
    const { shop, running } = await market()
    const bodies = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        // Every second one has a policy of its own.
        const policy = i % 2 === 0 ? {} : { max_per_payment_usd: `0.${i + 10}` }
        const answer = await running.post('/v1/preflight', {
          url: shop.url,
          policy,
        })
        return answer.json()
      }),
    )
    expect(new Set(bodies.map(({ decision }) => decision))).toEqual(
      new Set(['allow']),
    )
    expect(shop.requests()).toBe(1)
  })

  test('behavior: for 5 s the same question has the same answer', async () => {
    const { shop, running, check } = await market()
    const first = await check()
    running.pass(4_900)
    const again = await check()
    expect(again.body).toEqual(first.body)
    const reordered = await running.post(
      '/v1/preflight',
      `{ "method": "GET", "url": ${JSON.stringify(shop.url)} }`,
    )
    expect((await reordered.json()).id).not.toBe(first.body.id)
    const other = await check({ options: { audience: 'else' } })
    expect(other.body.id).toBe(first.body.id)
    expect(other.body.receipt).not.toBe(first.body.receipt)
    running.pass(200)
    const later = await check()
    expect(later.body.id).not.toBe(first.body.id)
    expect(later.body.as_of).not.toBe(first.body.as_of)
    expect(shop.requests()).toBe(1)
    running.pass(300_000)
    await check()
    expect(shop.requests()).toBe(2)
  })

  test('behavior: what a caller supplies is judged, and counts nowhere', async () => {
    const { shop, running, check } = await market()
    const challenge = {
      status: 402,
      headers: {
        'payment-required': Buffer.from(
          JSON.stringify({
            x402Version: 2,
            resource: { url: shop.url },
            accepts: [
              {
                scheme: 'exact',
                network: 'eip155:8453',
                amount: '10000',
                asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
                payTo: OTHER_WALLET,
                maxTimeoutSeconds: 60,
              },
            ],
          }),
        ).toString('base64'),
      },
      body: '{}',
    }
    const { body } = await check({ challenge })
    expect(body.decision).toBe('hold')
    expect(body.reasons.map(({ code }: { code: string }) => code)).toContain(
      'cloaking',
    )
    const id = body.subject.resource_id
    const pin = await running.store.pinOf(id, 'eip155:8453')
    expect(pin?.pay_to).toBe(WALLET)
    const seen = await running.store.observationsOf({
      resource_id: id,
      limit: 10,
    })
    expect(seen.map(({ pay_to, origin }) => [pay_to, origin])).toEqual([
      [WALLET, 'check'],
    ])
  })

  test('behavior: what is judged by a caller’s own rules is in no public list', async () => {
    const { shop, running, check } = await market()
    const host = new URL(shop.url).origin
    const own = [
      { policy: { host_blocklist: [new URL(shop.url).hostname] } },
      { policy: { max_per_payment_usd: '0.001' } },
      { rulebooks: ['destination'] },
      { options: { check_expiry: true } },
      { expected: { pay_to: OTHER_WALLET } },
    ]
    for (const more of own) {
      const { answer } = await check(more)
      expect(answer.status).toBe(200)
    }
    await running.app.drained()
    const listed = async () => {
      const answer = await running.get(`/v1/receipts?host=${host}`)
      return (await answer.json()).receipts.length
    }
    expect(await listed()).toBe(0)
    await check()
    await running.app.drained()
    expect(await listed()).toBe(1)
  })

  test('behavior: a method and a body key the approval and are not sent', async () => {
    const { shop, running, check } = await market()
    const { body } = await check({ method: 'POST', body: { evil: true } })
    expect(body.subject.resource).toBe(`POST ${shop.url}`)
    expect(shop.seen()).toEqual([{ method: 'GET', body: '' }])
    // What GET asks for is no pin of POST.
    expect(
      await running.store.pinOf(body.subject.resource_id, 'eip155:8453'),
    ).toBeUndefined()
  })

  test("behavior: a POST goes out with the seller's own sample alone", async () => {
    const shop = await openShop()
    const running = await startService({
      settings: { allowHosts: [shop.host] },
      prepare: async (store) => {
        const pass = await store.beginPass('bazaar', await store.now())
        const resource = `POST ${shop.url}`
        const listing = listingOf(shop.url, {
          method: 'POST',
          resource,
          resource_id: resourceId(resource),
          sample_body: '{"city":"Paris"}',
        })
        await store.recordListings(pass, [listing], await store.now())
      },
    })
    await running.post('/v1/preflight', {
      url: shop.url,
      method: 'POST',
      body: '{"city":"Rome"}',
    })
    expect(shop.seen()).toEqual([{ method: 'POST', body: '{"city":"Paris"}' }])
  })

  test('behavior: a host is asked 30 times a minute at most', async () => {
    const { shop, running } = await market()
    const ask = (i: number) =>
      running.post('/v1/preflight', { url: `${shop.url}/${i}` })
    for (let i = 0; i < HOST_PROBES.most; i++)
      expect((await ask(i)).status).toBe(200)
    const refused = await ask(99)
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait > 50 && wait <= 60).toBe(true)
    expect(await refused.json()).toMatchObject({ code: 'host_busy' })
    expect(shop.requests()).toBe(HOST_PROBES.most)
    running.pass(61_000)
    expect((await ask(99)).status).toBe(200)
  })
})
