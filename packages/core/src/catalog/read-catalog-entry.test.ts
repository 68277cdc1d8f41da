import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXCLUSIONS } from './exclusions.js'
import { catalogEntryKey, readCatalogEntry } from './read-catalog-entry.js'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const V2 = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: USDC,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
}
const V1 = {
  scheme: 'exact',
  network: 'base',
  maxAmountRequired: '10000',
  asset: USDC,
  payTo: PAYEE,
}
const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: USDC,
  pay_to: PAYEE,
  price_atomic: '10000',
}

const read = (entry: unknown) => readCatalogEntry(entry, 'test')

function listingOf(entry: unknown) {
  const found = read(entry)
  if (!found.ok) throw new Error(found.excluded)
  return found.listing
}

const item = (more: object = {}) => ({
  resource: 'https://api.example.com/x',
  accepts: [V2],
  ...more,
})

describe('readCatalogEntry', () => {
  test('default: a v2 item', () => {
    expect(
      read({
        resource: 'https://API.example.com:443/weather/Paris?unit=C#now',
        type: 'http',
        x402Version: 2,
        description: ' Forecast\n of  today ',
        lastUpdated: '2026-06-15T10:30:00Z',
        accepts: [V2],
        extensions: {
          bazaar: {
            info: {
              input: {
                type: 'http',
                method: 'post',
                bodyType: 'json',
                body: { city: 'Paris' },
              },
            },
            routeTemplate: '/weather/:city',
          },
        },
        quality: { l30DaysTotalCalls: 42, l30DaysUniquePayers: 15 },
        serviceName: 'Weather API',
        tags: ['weather', 'data', 'weather', 7],
      }),
    ).toEqual({
      ok: true,
      shape: 'v2',
      listing: {
        source: 'test',
        // printf 'POST https://…/weather/Paris?unit=C' | sha256sum | cut -c1-32
        resource_id: 'f2f85809eebe5d18216e913c4bd39892',
        resource: 'POST https://api.example.com/weather/Paris?unit=C',
        url: 'https://api.example.com/weather/Paris?unit=C',
        method: 'POST',
        catalog_key: 'https://api.example.com/weather/:city',
        host: 'https://api.example.com',
        type: 'http',
        offers: [OFFER],
        title: 'Weather API',
        description: 'Forecast of today',
        tags: ['weather', 'data'],
        sample_body: '{"city":"Paris"}',
        total_calls_30d: 42,
        unique_payers_30d: 15,
      },
      last_updated: 1_781_519_400_000,
      path_template: false,
      route_declared: true,
      left_out: [],
    })
  })

  test('default: a v1 item', () => {
    expect(
      read({
        resource: 'https://api.example.com/x',
        type: 'http',
        x402Version: 1,
        lastUpdated: 1_767_429_328,
        accepts: [
          {
            ...V1,
            description: 'From the offer',
            outputSchema: {
              input: {
                type: 'http',
                method: 'POST',
                bodyFields: {
                  chain: { type: 'string', enum: ['base', 'solana'] },
                  limit: { type: 'string', description: 'how many' },
                },
              },
            },
          },
        ],
        metadata: {},
      }),
    ).toMatchObject({
      ok: true,
      shape: 'v1',
      listing: {
        resource: 'POST https://api.example.com/x',
        catalog_key: 'https://api.example.com/x',
        offers: [OFFER],
        title: null,
        description: 'From the offer',
        sample_body: '{"chain":"base"}',
        total_calls_30d: null,
      },
      last_updated: 1_767_429_328_000,
      route_declared: false,
    })
  })

  test.each([
    [7, 'not_an_entry'],
    [null, 'not_an_entry'],
    [[], 'not_an_entry'],
    [
      { url: 'https://a.example', category: 'Facilitators', accepts: [] },
      'facilitator',
    ],
    [{ category: 'facilitator' }, 'facilitator'],
    [{ facilitator: { baseUrl: 'https://a.example' } }, 'facilitator'],
    [
      { url: 'https://a.example', metadata: { facilitatorInfo: {} } },
      'facilitator',
    ],
    [{}, 'no_url'],
    [{ websiteUrl: 'https://a.example', category: 'Data' }, 'no_url'],
    [{ resource: ' ', accepts: [V2] }, 'no_url'],
    [{ resource: {}, accepts: [V2] }, 'no_url'],
    [{ resource: '/paid', accepts: [V2] }, 'url_unreadable'],
    [
      { resource: `https://a.example/${'x'.repeat(2_031)}`, accepts: [V2] },
      'url_too_long',
    ],
    // Each of these becomes nine characters.
    [
      { resource: `https://a.example/${'€'.repeat(300)}`, accepts: [V2] },
      'url_too_long',
    ],
    [{ resource: 'mcp://tool/x', accepts: [V2] }, 'not_http'],
    [{ url: 'monopoly://game/agent0', accepts: [] }, 'not_http'],
    [{ resource: 'https://user@a.example/', accepts: [V2] }, 'userinfo'],
    [{ resource: 'https://:key@a.example/', accepts: [V2] }, 'userinfo'],
    ['http://127.0.0.1/', 'not_public'],
    ['http://[::1]:8080/', 'not_public'],
    ['http://10.1/', 'not_public'],
    ['http://localhost:3000/', 'not_public'],
    ['http://seller/', 'not_public'],
    ['https://seller.local./', 'not_public'],
    ['https://db.internal/', 'not_public'],
    [{ url: 'https://a.example', l402_enabled: true }, 'other_protocol'],
    [{ url: 'https://a.example', protocol: 'L402' }, 'other_protocol'],
    [{ url: 'https://a.example', protocol: 'x402' }, 'no_terms'],
    [{ url: 'https://a.example', accepts: [] }, 'no_terms'],
    [{ resource: 'https://a.example', declared_verb: 'GET' }, 'no_terms'],
    [{ url: 'https://a.example', metadata: {}, category: 'Data' }, 'no_terms'],
  ])('behavior: %j is excluded: %s', (entry, excluded) => {
    expect(read(entry)).toMatchObject({ ok: false, excluded })
    expect(Object.keys(EXCLUSIONS)).toContain(excluded)
  })

  test.each([
    [`https://a.example/${'x'.repeat(2_030)}`],
    ['https://a.example.'],
    ['http://8.8.8.8:4021/'],
    ['http://[2606:4700::1111]/'],
  ])('behavior: %s is listed', (address) => {
    expect(read(address)).toMatchObject({ ok: true, shape: 'address' })
  })

  test('behavior: private targets that are allowed are listed', () => {
    const allowHosts = new Set(['127.0.0.1:4021', '::1:443', 'seller:80'])
    const listed = (address: string) =>
      readCatalogEntry(address, 'test', { allowHosts }).ok
    expect(listed('http://127.0.0.1:4021/x')).toBe(true)
    expect(listed('https://[::1]/x')).toBe(true)
    expect(listed('http://seller/x')).toBe(true)
    expect(listed('http://127.0.0.1:4022/x')).toBe(false)
  })

  test.each([
    ['both generations', { accepts: [V1, V2] }, 'v1_and_v2'],
    ['a challenge', { resource: { url: 'https://a.example/x' } }, 'challenge'],
    [
      'v1 terms without an amount',
      { x402Version: 1, accepts: [{ ...V1, maxAmountRequired: undefined }] },
      'v1',
    ],
    [
      'v2 terms without an amount',
      { accepts: [{ ...V2, amount: undefined }] },
      'v2',
    ],
    [
      'routes',
      { accepts: undefined, x402_routes: [{ network: 'eip155:56' }] },
      'routes',
    ],
    ['other names', { accepts: undefined, payment_requirements: [V2] }, 'v2'],
  ])('behavior: %s', (_, more, shape) => {
    expect(read(item(more))).toMatchObject({ ok: true, shape })
  })

  test.each([
    [{ record: item() }],
    [{ wire: item() }],
    [{ url: 'https://api.example.com/x', accepts: [V2] }],
    [{ resource: { url: 'https://api.example.com/x' }, accepts: [V2] }],
    [{ resource_url: 'https://api.example.com/x', accepts: [V2] }],
    [{ full_url: 'https://api.example.com/x', accepts: [V2] }],
    [{ accepts: [{ ...V2, resource: 'https://api.example.com/x' }] }],
    [{ url: '  https://api.example.com/x ', accepts: [V2] }],
  ])('behavior: the address of %j', (entry) => {
    expect(listingOf(entry).url).toBe('https://api.example.com/x')
  })

  test('behavior: reduced amounts are millions of atomic units, exact or none', () => {
    const entry = {
      url: 'https://a.example/x',
      desc: 'short',
      amounts: [0.01, 0.01, 2e12, 3.4e-9, null, '0.5', 0],
      network: 'base',
      payTo: PAYEE,
      lastUpdated: '2026-07-01T17:17:55.791Z',
    }
    const offer = { ...OFFER, asset: '' }
    expect(read(entry)).toMatchObject({
      shape: 'amounts',
      listing: {
        description: 'short',
        offers: ['', '0', '10000', '2000000000000000000', '500000'].map(
          (price_atomic) => ({ ...offer, price_atomic }),
        ),
      },
    })
    expect(listingOf({ ...entry, amounts: [] }).offers).toEqual([
      { ...offer, price_atomic: '' },
    ])
  })

  test('behavior: a USD price counts for canonical USDC alone', () => {
    const entry = {
      url: 'https://a.example/x',
      name: 'Service',
      x402_network: 'eip155:8453',
      x402_asset: USDC,
      x402_pay_to: PAYEE,
      pricing_usd: '0.01',
      categories: [{ name: 'data' }, { id: 2 }],
    }
    expect(read(entry)).toMatchObject({
      shape: 'flat',
      listing: { offers: [OFFER], title: 'Service', tags: ['data'] },
    })
    const price = (more: object) =>
      listingOf({ ...entry, ...more }).offers[0]?.price_atomic
    expect(price({ x402_asset: `0x${'1'.repeat(40)}` })).toBe('')
    expect(price({ x402_asset: null })).toBe('')
    expect(price({ pricing_usd: null })).toBe('')
    expect(read({ ...entry, x402_network: null })).toMatchObject({
      left_out: ['network_missing'],
      listing: { offers: [] },
    })
    expect(read({ ...entry, x402_pay_to: {} })).toMatchObject({ ok: false })
    expect(
      listingOf({ url: 'https://a.example/x', network: 'base', pay_to: PAYEE }),
    ).toMatchObject({ offers: [{ price_atomic: '' }] })
  })

  test.each([
    [7, 'not_an_offer'],
    [{ ...V2, scheme: {} }, 'scheme_unreadable'],
    [{ ...V2, network: undefined }, 'network_missing'],
    [{ ...V2, payTo: '' }, 'pay_to_missing'],
    [{ ...V2, payTo: 'merchant' }, 'pay_to_family'],
    [{ ...V2, payTo: `0x${'0'.repeat(40)}` }, 'pay_to_burn'],
    [{ ...V2, payTo: USDC }, 'pay_to_is_asset'],
    [{ ...V2, asset: 'a\u0000b' }, 'text_unusable'],
    [{ ...V2, scheme: 'x'.repeat(257) }, 'text_unusable'],
  ])('behavior: the offer %j is left out: %s', (offer, reason) => {
    expect(read(item({ accepts: [offer, V2] }))).toMatchObject({
      ok: true,
      left_out: [reason],
      listing: { offers: [OFFER] },
    })
  })

  test.each([
    [{ amount: 10_000 }, { price_atomic: '10000' }],
    [{ amount: '00010000' }, { price_atomic: '10000' }],
    [{ amount: '0.01' }, { price_atomic: '' }],
    [{ amount: { deep: true } }, { price_atomic: '' }],
    [{ amount: undefined }, { price_atomic: '' }],
    [{ amount: '0' }, { price_atomic: '0' }],
    [{ maxAmountRequired: '7' }, { price_atomic: '' }],
    [{ maxAmountRequired: '10000' }, { price_atomic: '10000' }],
    [{ asset: undefined }, { asset: '' }],
    [{ scheme: undefined }, { scheme: 'exact' }],
    [{ scheme: 'upto' }, { scheme: 'upto' }],
    [{ scheme: 'x'.repeat(256) }, { scheme: 'x'.repeat(256) }],
    [{ network: 'base' }, {}],
    [{ payTo: PAYEE.toLowerCase() }, { pay_to: PAYEE.toLowerCase() }],
  ])('behavior: an offer with %j', (more, expected) => {
    expect(listingOf(item({ accepts: [{ ...V2, ...more }] })).offers).toEqual([
      { ...OFFER, ...expected },
    ])
  })

  test('behavior: offers are distinct, in their own order, and bounded', () => {
    const offers = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...V2,
        amount: String(at % 100),
      }))
    expect(read(item({ accepts: offers(64) }))).toMatchObject({ left_out: [] })
    const many = read(item({ accepts: offers(65) }))
    expect(many).toMatchObject({ left_out: ['too_many'] })
    const one = listingOf(item({ accepts: [V2, V1, { ...V2, amount: '2' }] }))
    const other = listingOf(item({ accepts: [{ ...V2, amount: '2' }, V1] }))
    expect(one.offers).toEqual(other.offers)
    expect(one.offers.length).toBe(2)
  })

  test('behavior: a mark of a seller document makes do without offers', () => {
    const entry = { seller_document: true, resource: 'https://a.example/x' }
    expect(read(entry)).toMatchObject({ ok: true, shape: 'seller_document' })
    expect(read({ ...entry, seller_document: 'yes' })).toMatchObject({
      ok: false,
    })
  })

  test.each([
    ['https://a.example/u/:id/x', { id: 7 }, 'https://a.example/u/7/x', false],
    [
      'https://a.example/u/{id}',
      { id: 'a.b' },
      'https://a.example/u/a.b',
      false,
    ],
    [
      'https://a.example/u/[id]?q=1',
      { id: 'a' },
      'https://a.example/u/a?q=1',
      false,
    ],
    ['https://a.example/u/<id>', { id: 'a' }, 'https://a.example/u/a', false],
    [
      'https://a.example/u/:id',
      { id: '../x' },
      'https://a.example/u/:id',
      true,
    ],
    ['https://a.example/u/:id', { id: '..' }, 'https://a.example/u/:id', true],
    ['https://a.example/u/:id', undefined, 'https://a.example/u/:id', true],
    [
      'https://a.example/u/:constructor',
      {},
      'https://a.example/u/:constructor',
      true,
    ],
    [
      'https://a.example/u/12:30',
      { 30: 'a' },
      'https://a.example/u/12:30',
      false,
    ],
  ])('behavior: %s with %j', (resource, pathParams, url, path_template) => {
    const extensions = { bazaar: { info: { input: { pathParams } } } }
    expect(read(item({ resource, extensions }))).toMatchObject({
      listing: { url },
      path_template,
    })
  })

  test.each([
    ['/w/:city', 'https://api.example.com/w/:city'],
    ['w/:city', 'https://api.example.com/x'],
    ['/w/../:city', 'https://api.example.com/x'],
    ['/w/%252e%252E/:city', 'https://api.example.com/x'],
    ['/w/http%3A%2F%2Fx', 'https://api.example.com/x'],
    [`/${'w'.repeat(2_048)}`, 'https://api.example.com/x'],
    [7, 'https://api.example.com/x'],
  ])('behavior: the route template %s', (routeTemplate, catalog_key) => {
    const extensions = { bazaar: { routeTemplate } }
    expect(listingOf(item({ extensions })).catalog_key).toBe(catalog_key)
  })

  test('behavior: braces and colons in a path are one catalog key', () => {
    const key = (resource: string) => listingOf(item({ resource })).catalog_key
    expect(key('https://a.example/u/{id}')).toBe('https://a.example/u/:id')
    expect(key('https://a.example/u/:id')).toBe('https://a.example/u/:id')
  })

  test.each([
    [{ method: 'put' }, 'PUT'],
    [{ method: 'BREW' }, 'GET'],
    [{ method: 'TOO-LONG-A-WORD' }, 'GET'],
    [{ declared_verb: 'POST' }, 'POST'],
    [{ outputSchema: { input: { body: {} } } }, 'POST'],
    [{ outputSchema: { input: { body: {}, bodyType: 'text' } } }, 'GET'],
    [{ metadata: { input: { method: 'PATCH' } } }, 'PATCH'],
    [{ type: 'mcp', method: 'GET' }, 'POST'],
  ])('behavior: the method of %j is %s', (more, method) => {
    expect(listingOf(item(more)).method).toBe(method)
  })

  test('behavior: an MCP listing has no sample body', () => {
    const input = { type: 'mcp', toolName: 't', body: { a: 1 } }
    const extensions = { bazaar: { info: { input } } }
    expect(listingOf(item({ extensions }))).toMatchObject({
      type: 'mcp',
      sample_body: null,
    })
  })

  test.each([
    ['2026-07-01T17:17:55.791Z', 1_782_926_275_791],
    ['2026-07-01T17:17:55', null],
    [1_784_770_219, 1_784_770_219_000],
    [1_784_770_219_123, 1_784_770_219_123],
    [999_999_999_999, null],
    [1e12, 1e12],
    [-1, null],
    [1e300, null],
    [true, null],
    [undefined, null],
  ])('behavior: last updated %s', (lastUpdated, last_updated) => {
    expect(read(item({ lastUpdated }))).toMatchObject({ last_updated })
  })

  test('behavior: texts are cleaned and cut, figures checked', () => {
    const listing = listingOf(
      item({
        name: 'a\u0000b\ud800c',
        description: `${'x'.repeat(999)}😀`,
        tags: Array.from({ length: 20 }, (_, at) => `t${at}`),
        category: 'late',
        quality: { l30DaysTotalCalls: -1, l30DaysUniquePayers: 1.5 },
      }),
    )
    expect(listing).toMatchObject({
      title: 'a b\ufffdc',
      description: 'x'.repeat(999),
      total_calls_30d: null,
      unique_payers_30d: null,
    })
    expect(listing.tags.length).toBe(16)
    expect(listingOf(item({ name: '\u0000' })).title).toBeNull()
  })

  test('behavior: total and the same again, on any JSON', () => {
    const names = [
      'resource url accepts amounts network payTo asset amount scheme record',
      'extensions bazaar info input body properties metadata type method tags',
      'quality x402_pay_to category outputSchema bodyFields required enum url',
      '__proto__ constructor toString seller_document pathParams lastUpdated',
    ].flatMap((line) => line.split(' '))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(
          'https://a.example/x/:id',
          'POST',
          'object',
          USDC,
          'eip155:8453',
          '10000',
          true,
          null,
          0.1,
          -1,
        ),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8 }),
      ),
    }))
    void fc.assert(
      fc.property(fc.oneof(value, fc.jsonValue()), (entry) => {
        const once = read(entry)
        expect(read(entry)).toEqual(once)
        if (once.ok) expect(once.listing.offers.length).toBeLessThanOrEqual(64)
        expect(['string', 'undefined']).toContain(typeof catalogEntryKey(entry))
      }),
      { numRuns: 2_000 },
    )
  })

  test('behavior: deep and wide entries neither throw nor take long', () => {
    const nested = (open: string, close: string) =>
      JSON.parse(open.repeat(100_000) + close.repeat(100_000)) as unknown
    const deep = [
      nested('[', ']'),
      JSON.parse(
        `${'{"properties":'.repeat(50_000)}{}${'}'.repeat(50_000)}`,
      ) as unknown,
    ]
    const wide = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, at) => [
        `f${at}`,
        { type: 'string', example: 'x' },
      ]),
    )
    for (const value of [...deep, wide, 'x'.repeat(1_000_000)]) {
      const input = { method: 'POST', body: value, pathParams: value }
      const entry = item({
        accepts: Array.from({ length: 5_000 }, () => ({
          ...V2,
          amount: value,
          scheme: value,
        })),
        tags: value,
        name: value,
        category: value,
        extensions: { bazaar: { info: { input }, routeTemplate: value } },
      })
      const before = performance.now()
      expect(read(entry).ok).toBe(true)
      expect(performance.now() - before).toBeLessThan(1_000)
    }
  })
})

describe('catalogEntryKey', () => {
  test.each([
    ['https://a.example', 'https://a.example'],
    [7, undefined],
    [{}, undefined],
    [item(), 'GET https://api.example.com/x '],
    [{ record: item({ method: 'POST' }) }, 'POST https://api.example.com/x '],
    [
      item({
        extensions: {
          bazaar: { info: { input: { type: 'mcp', toolName: 't' } } },
        },
      }),
      'POST https://api.example.com/x t',
    ],
  ])('%j', (entry, key) => {
    expect(catalogEntryKey(entry)).toBe(key)
  })
})
