import { describe, expect, test } from 'vitest'
import { NOON, startService } from '../testing/running.js'
import { giveReceipt, type ReceiptToGive } from './give-receipt.js'

const CLAIMS = {
  decision: 'block',
  subject: { resource: 'GET https://a.example/x' },
  terms: null,
  payment_terms_sha256: null,
  report_sha256: 'd'.repeat(64),
  rulebooks: { terms: '1' },
}

function gift(more: Partial<ReceiptToGive> = {}): ReceiptToGive {
  return {
    surface: 'preflight',
    resource_id: 'e'.repeat(32),
    url: 'https://a.example/x',
    host: 'https://a.example',
    verdict: 'block',
    reason_code: 'terms_skip',
    report_id: 'f'.repeat(32),
    summary: { basis: 'observed', reasons: [] },
    claims: CLAIMS,
    ...more,
  }
}

describe('GET /v1/receipts/{id}', () => {
  test('default: what everybody may see, the signed text included', async () => {
    const { service, get } = await startService()
    const given = await giveReceipt(service, gift())
    expect(given.url).toBe(`http://assay.test/v1/receipts/${given.id}`)
    const answer = await get(`/v1/receipts/${given.id}`)
    expect(answer.headers.get('vary')).toMatch(/accept/i)
    expect(await answer.json()).toEqual({
      id: given.id,
      at: new Date(NOON).toISOString(),
      surface: 'preflight',
      url: 'https://a.example/x',
      host: 'https://a.example',
      verdict: 'block',
      reason_code: 'terms_skip',
      summary: { basis: 'observed', reasons: [] },
      jws: given.jws,
      jws_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      withheld: null,
      objections: [],
    })
  })

  test('behavior: what the host’s owner said about it stands beside it, escaped', async () => {
    const { service, store, get } = await startService()
    const { id } = await giveReceipt(service, gift())
    const object = (nonce: string, about: string | null, text: string) =>
      store.saveObjection(
        {
          id: nonce.repeat(32),
          at: NOON,
          host: 'https://a.example',
          about,
          text,
          proof: 'well_known_file',
          wallet: null,
        },
        nonce,
      )
    await object('1', null, '<i>all wrong</i>')
    await object('2', id, 'this is wrong')
    await object('3', 'https://a.example/x', 'the URL is wrong')
    await object('4', 'https://a.example/other', 'something else')
    const { objections } = await (await get(`/v1/receipts/${id}`)).json()
    expect(objections.map(({ text }: { text: string }) => text)).toEqual([
      'the URL is wrong',
      'this is wrong',
      '<i>all wrong</i>',
    ])
    const accept = 'text/html'
    const page = await get(`/v1/receipts/${id}`, { headers: { accept } })
    expect(await page.text()).toContain('&lt;i&gt;all wrong&lt;/i&gt;')
  })

  test('behavior: what holds query values, an audience or a body’s hash is its holder’s to show', async () => {
    const { service, get } = await startService()
    const one = await giveReceipt(
      service,
      gift({ url: 'https://a.example/x?key=secret' }),
    )
    const two = await giveReceipt(
      service,
      gift({ claims: { ...CLAIMS, aud: 'me' } }),
    )
    const three = await giveReceipt(service, gift({ claims: null }))
    const subject = { resource: 'POST https://a.example/x', body_sha256: 'ab' }
    const four = await giveReceipt(
      service,
      gift({ claims: { ...CLAIMS, subject } }),
    )
    const seen = await Promise.all(
      [one, two, three, four].map(async ({ id }) => {
        const text = await (await get(`/v1/receipts/${id}`)).text()
        expect(text).not.toContain('secret')
        const { url, jws, withheld } = JSON.parse(text)
        return { url, jws, withheld }
      }),
    )
    expect(seen).toEqual([
      {
        url: 'https://a.example/x?key=***',
        jws: null,
        withheld: 'query_values',
      },
      { url: 'https://a.example/x', jws: null, withheld: 'audience' },
      { url: 'https://a.example/x', jws: null, withheld: 'unsigned' },
      { url: 'https://a.example/x', jws: null, withheld: 'body' },
    ])
  })

  test('behavior: a page for a browser, in which everything is escaped', async () => {
    const { service, get } = await startService()
    const evil = '<script>alert(1)</script>\u202e'
    const { id } = await giveReceipt(
      service,
      gift({
        summary: {
          basis: 'supplied',
          reasons: [
            { decision: 'block', rulebook: 'terms', code: 'x', text: evil },
          ],
          verdicts: [
            { rulebook: 'terms', version: '1', verdict: 'skip', detail: '' },
          ],
          terms: { pay_to: evil },
        },
      }),
    )
    const answer = await get(`/v1/receipts/${id}`, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect(answer.headers.get('content-type')).toMatch('text/html')
    expect(answer.headers.get('content-security-policy')).toMatch(
      "default-src 'none'",
    )
    const page = await answer.text()
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain('says nothing of what others would get')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('\u202e')
  })

  test.each(['nothing', 'a'.repeat(32)])('behavior: 404 %s', async (id) => {
    const { get } = await startService()
    const answer = await get(`/v1/receipts/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('GET /v1/receipts', () => {
  test('default: newest first, page by page, without what callers supplied', async () => {
    const { service, get, pass } = await startService()
    const ids: string[] = []
    for (let i = 0; i < 7; i++) {
      const basis = i % 3 === 0 ? 'supplied' : 'observed'
      const { id } = await giveReceipt(service, gift({ summary: { basis } }))
      if (basis === 'observed') ids.unshift(id)
      pass(1_000)
    }
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: {
        receipts: { id: string }[]
        next: string | null
      } = await (await get(`/v1/receipts?limit=2${more}`)).json()
      found.push(...page.receipts.map((receipt) => receipt.id))
      cursor = page.next
    }
    expect(found).toEqual(ids)
  })

  test('behavior: by URL whatever its query values, by host, by verdict', async () => {
    const { service, get } = await startService()
    await giveReceipt(service, gift({ url: 'https://a.example/x?q=1' }))
    await giveReceipt(
      service,
      gift({
        url: 'https://b.example/y',
        host: 'https://b.example',
        verdict: 'allow',
      }),
    )
    const count = async (path: string) =>
      (await (await get(path)).json()).receipts.length
    const other = encodeURIComponent('https://a.example/x?q=2')
    expect(await count(`/v1/receipts/by-url?url=${other}`)).toBe(1)
    expect(await count('/v1/receipts?host=b.example')).toBe(1)
    expect(await count('/v1/receipts?host=https://A.example:443/')).toBe(1)
    expect(await count('/v1/receipts?verdict=allow')).toBe(1)
    expect(await count('/v1/receipts?surface=terms')).toBe(0)
  })

  test.each([
    ['/v1/receipts?limit=0', 'limit'],
    ['/v1/receipts?limit=x', 'limit'],
    ['/v1/receipts?cursor=1', 'cursor'],
    ['/v1/receipts?url=x', 'url'],
    ['/v1/receipts?host=%20', 'host'],
    ['/v1/receipts/by-url', 'url'],
  ])('behavior: %s is a bad request about %s', async (path, field) => {
    const { get } = await startService()
    const answer = await get(path)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ field })
  })
})

describe('GET /.well-known/jwks.json', () => {
  test('default: public members only', async () => {
    const { get } = await startService()
    const answer = await get('/.well-known/jwks.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    const { keys } = await answer.json()
    expect(keys.map((key: object) => Object.keys(key).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
    ])
  })
})
