import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from './marketplace.js'
import { startSandbox } from './sandbox.js'
import type { Seller } from './seller.js'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const TEST_USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const NOW = Date.UTC(2026, 10, 30, 12)

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((it) => it?.address === '::1')

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ clock: () => NOW })
})
afterAll(() => sandbox.close())

function seller(id: string): Seller {
  const found = sandbox.sellers.find((it) => it.id === id)
  if (!found) throw new Error(`no seller ${id}`)
  return found
}

function ask(id: string, init: RequestInit = {}): Promise<Response> {
  const { url, method } = seller(id)
  return fetch(url, { method, signal: AbortSignal.timeout(5000), ...init })
}

function decoded(header: string | null) {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8'))
}

/** Terms of the v2 challenge: network, amount, asset, pay_to of each entry. */
async function termsOf(id: string) {
  const response = await ask(id)
  const challenge = decoded(response.headers.get('payment-required'))
  return {
    status: response.status,
    body: await response.json(),
    version: challenge.x402Version,
    resource: challenge.resource.url === seller(id).url,
    accepts: challenge.accepts.map((entry: Record<string, unknown>) => [
      entry['network'],
      entry['amount'],
      entry['asset'],
      entry['payTo'],
    ]),
  }
}

function charges(...accepts: readonly (readonly string[])[]) {
  return { status: 402, body: {}, version: 2, resource: true, accepts }
}

const wallet = (id: string) => seller(id).listing.pay_to

/** Below the ports that the system gives away, so that others rarely stand there. */
async function onFreePorts() {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = 20_000 + ((process.pid * 40 + attempt * 400) % 12_000)
    try {
      return { port, fixed: await startSandbox({ port }) }
    } catch {
      // Somebody stands on one of them: further on.
    }
  }
  throw new Error('no row of free ports was found')
}

describe('startSandbox', () => {
  test('default', () => {
    const expected = sandbox.sellers.map(({ id, expect: it }) =>
      [id, it.decision, it.verdict, it.reason_code].join(' '),
    )
    expect(expected).toEqual([
      'honest allow pay price_ok',
      'honest-post allow pay price_ok',
      'honest-v1 allow pay price_ok',
      'bargain allow pay price_below_listing',
      'slow allow pay price_ok',
      'stale-sample allow pay price_ok',
      'overpriced block skip price_mismatch',
      'wrong-wallet block skip pay_to_mismatch',
      'testnet-only block skip network_mismatch',
      'other-token block skip asset_not_usdc',
      'expiring block skip challenge_expired',
      'two-challenges block skip ambiguous',
      'decimal-amount block skip bad_challenge',
      'cut-header block skip bad_challenge',
      'no-paywall block skip no_paywall',
      'free-trial hold recheck free_trial_active',
      'wrong-method hold skip no_paywall',
      'server-error hold recheck server_error',
      'silent hold recheck timeout',
      'hangs-up hold recheck unreachable',
      'expensive block pay price_ok',
      'long-authorization hold pay price_ok',
      'upfront hold pay price_ok',
    ])
  })

  test('behavior: everybody stands on an own port of the loopback', () => {
    const urls = sandbox.sellers.map(({ url }) => new URL(url))
    expect(new Set(urls.map(({ hostname }) => hostname))).toEqual(
      new Set(['127.0.0.1']),
    )
    expect(new Set(urls.map(({ host }) => host)).size).toBe(urls.length)
  })

  test('behavior: once the SDK is loaded it starts in under a second', async () => {
    const before = performance.now()
    const second = await startSandbox()
    const tookMs = performance.now() - before
    await second.close()
    expect(tookMs).toBeLessThan(1000)
  })

  test('behavior: ids and wallets are not shared', () => {
    const { sellers } = sandbox
    expect(new Set(sellers.map(({ id }) => id)).size).toBe(sellers.length)
    const wallets = sellers.map(({ listing }) => listing.pay_to)
    expect(new Set(wallets).size).toBe(sellers.length)
    for (const it of wallets) expect(it).toMatch(/^0x[0-9a-f]{40}$/)
  })

  test('behavior: a fixed port is the catalog’s, sellers follow', async () => {
    const { port, fixed } = await onFreePorts()
    try {
      const ports = fixed.sellers.map(({ url }) => Number(new URL(url).port))
      expect(new URL(fixed.catalog_url).port).toBe(String(port))
      expect(ports).toEqual(ports.map((_, index) => port + 1 + index))
      await expect(startSandbox({ port: port + 1 })).rejects.toThrow(
        'EADDRINUSE',
      )
    } finally {
      await fixed.close()
    }
  })

  test.runIf(HAS_IPV6)(
    'behavior: an IPv6 address is written in brackets',
    async () => {
      const six = await startSandbox({ host: '::1' })
      try {
        expect(six.catalog_url).toMatch(/^http:\/\/\[::1\]:\d+\/discovery/)
        const { status } = await fetch(six.sellers[0]?.url as string)
        expect(status).toBe(402)
      } finally {
        await six.close()
      }
    },
  )
})

describe('sellers that charge', () => {
  test.each(['honest', 'slow', 'stale-sample', 'long-authorization'])(
    'default: %s',
    async (id) => {
      expect(await termsOf(id)).toEqual(
        charges(['eip155:8453', '10000', USDC, wallet(id)]),
      )
    },
  )

  test('behavior: what each asks differs from its listing as it claims', async () => {
    const asked = await Promise.all(
      [
        'bargain',
        'overpriced',
        'wrong-wallet',
        'testnet-only',
        'other-token',
        'decimal-amount',
        'expensive',
      ].map(termsOf),
    )
    expect(asked).toEqual([
      charges(['eip155:8453', '5000', USDC, wallet('bargain')]),
      charges(['eip155:8453', '50000', USDC, wallet('overpriced')]),
      charges([
        'eip155:8453',
        '10000',
        USDC,
        '0x5e11e40000000000000000000000000000000912',
      ]),
      charges(['eip155:84532', '10000', TEST_USDC, wallet('testnet-only')]),
      charges([
        'eip155:8453',
        '10000',
        '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA',
        wallet('other-token'),
      ]),
      charges(['eip155:8453', '0.01', USDC, wallet('decimal-amount')]),
      charges(['eip155:8453', '2000000', USDC, wallet('expensive')]),
    ])
    expect(wallet('wrong-wallet')).not.toContain('912')
  })

  test('behavior: the challenge is neither cached nor hidden from browsers', async () => {
    const { headers } = await ask('honest')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-expose-headers')).toBe(
      'PAYMENT-REQUIRED,PAYMENT-RESPONSE',
    )
  })

  test('behavior: extra of the entry', async () => {
    const extraOf = async (id: string) => {
      const { headers } = await ask(id)
      const [entry] = decoded(headers.get('payment-required')).accepts
      return [entry.maxTimeoutSeconds, entry.extra]
    }
    const name = { name: 'USD Coin', version: '2' }
    expect(await extraOf('honest')).toEqual([60, name])
    expect(await extraOf('long-authorization')).toEqual([3600, name])
    expect(await extraOf('upfront')).toEqual([
      60,
      { ...name, paymentFlow: 'upfront' },
    ])
    expect(await extraOf('expiring')).toEqual([
      60,
      { ...name, expiresAt: NOW / 1000 + 10 },
    ])
  })

  test('behavior: samples and their schema', async () => {
    const bazaarOf = async (id: string) => {
      const { headers } = await ask(id)
      const { bazaar } = decoded(headers.get('payment-required')).extensions
      return {
        input: bazaar.info.input,
        sample: bazaar.info.output.example,
        schema: bazaar.schema.properties.output.properties.example,
      }
    }
    const weather = {
      type: 'object',
      properties: {
        city: { type: 'string' },
        celsius: { type: 'number' },
        sky: { type: 'string' },
      },
      required: ['city', 'celsius', 'sky'],
    }
    expect(await bazaarOf('honest')).toEqual({
      input: { type: 'http', method: 'GET' },
      sample: { city: 'Paris', celsius: 14, sky: 'fog' },
      schema: weather,
    })
    expect(await bazaarOf('stale-sample')).toEqual({
      input: { type: 'http', method: 'GET' },
      sample: { town: 'Paris', celsius: 'fourteen' },
      schema: weather,
    })
    expect((await bazaarOf('honest-post')).input).toEqual({
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { text: 'Two words.' },
    })
  })

  test('behavior: a slow one takes its time', async () => {
    const before = performance.now()
    await ask('slow')
    expect(performance.now() - before).toBeGreaterThan(250)
  })

  test('behavior: the proxy of two-challenges adds its own wallet', async () => {
    const { headers } = await ask('two-challenges')
    const parts = (headers.get('payment-required') ?? '').split(', ')
    expect(parts.map((it) => decoded(it).accepts[0].payTo)).toEqual([
      wallet('two-challenges'),
      '0x5e11e40000000000000000000000000000000916',
    ])
  })

  test('behavior: the header of cut-header is no JSON', async () => {
    const response = await ask('cut-header')
    const header = response.headers.get('payment-required')
    expect([response.status, header?.length]).toEqual([402, 120])
    expect(() => decoded(header)).toThrow(SyntaxError)
    const elsewhere = await fetch(new URL('/other', seller('cut-header').url))
    expect([
      elsewhere.status,
      elsewhere.headers.get('payment-required'),
    ]).toEqual([404, null])
  })

  test('behavior: one generation earlier the terms are in the body', async () => {
    const response = await ask('honest-v1')
    const { url } = seller('honest-v1')
    expect(response.headers.get('payment-required')).toBeNull()
    expect([response.status, await response.json()]).toEqual([
      402,
      {
        x402Version: 1,
        error: 'X-PAYMENT header is required',
        accepts: [
          {
            scheme: 'exact',
            network: 'base',
            maxAmountRequired: '10000',
            asset: USDC,
            payTo: wallet('honest-v1'),
            resource: url,
            description: 'Honest, x402 version 1',
            mimeType: 'application/json',
            outputSchema: {
              input: { type: 'http', method: 'GET', discoverable: true },
              output: { base: 'EUR', quote: 'USD', rate: '1.08' },
            },
            maxTimeoutSeconds: 60,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
      },
    ])
  })
})

describe('traps of the server SDK', () => {
  test.each(['honest', 'bargain', 'honest-v1', 'upfront'])(
    'HEAD is not served unpaid: %s',
    async (id) => {
      expect((await ask(id, { method: 'HEAD' })).status).toBe(402)
    },
  )

  test.each(['honest', 'honest-post', 'honest-v1'])(
    'a pre-flight OPTIONS needs no payment: %s',
    async (id) => {
      const { status, headers } = await ask(id, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://buyer.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'payment-signature',
        },
      })
      expect([
        status,
        headers.get('payment-required'),
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-headers'),
      ]).toEqual([204, null, '*', 'payment-signature'])
    },
  )

  test('a browser is shown a page and the header too', async () => {
    const { status, headers } = await ask('honest', {
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' },
    })
    expect([status, headers.get('content-type')]).toEqual([
      402,
      expect.stringContaining('text/html'),
    ])
    expect(decoded(headers.get('payment-required')).x402Version).toBe(2)
  })

  test('the price is the same on every request', async () => {
    const first = (await ask('overpriced')).headers.get('payment-required')
    const second = (await ask('overpriced')).headers.get('payment-required')
    expect(second).toBe(first)
  })

  test('the resource does not follow the forwarded host', async () => {
    const { headers } = await ask('honest', {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect(decoded(headers.get('payment-required')).resource.url).toBe(
      seller('honest').url,
    )
  })
})

describe('sellers without terms', () => {
  test('behavior: status and headers', async () => {
    const seen = await Promise.all(
      ['no-paywall', 'free-trial', 'wrong-method', 'server-error'].map(
        async (id) => {
          const { status, headers } = await ask(id)
          return [
            status,
            headers.get('payment-required'),
            headers.get('x-free-trial'),
            headers.get('allow'),
          ]
        },
      ),
    )
    expect(seen).toEqual([
      [200, null, null, null],
      [200, null, 'true', null],
      [405, null, null, 'PUT'],
      [503, null, null, null],
    ])
  })

  test('behavior: wrong-method sells by PUT', async () => {
    expect((await ask('wrong-method', { method: 'PUT' })).status).toBe(402)
  })

  test('behavior: silent outlasts the caller', async () => {
    const signal = AbortSignal.timeout(200)
    await expect(ask('silent', { signal })).rejects.toThrow('timeout')
  })

  test('behavior: hangs-up closes the connection', async () => {
    await expect(ask('hangs-up')).rejects.toMatchObject({
      cause: { code: 'UND_ERR_SOCKET' },
    })
  })
})

describe('payments', () => {
  async function pay(id: string) {
    const first = await ask(id)
    const challenge = decoded(first.headers.get('payment-required'))
    const payment = {
      x402Version: 2,
      resource: challenge.resource,
      accepted: challenge.accepts[0],
      ...(challenge.extensions && { extensions: challenge.extensions }),
      payload: { signature: '0x', authorization: {} },
    }
    const signed = Buffer.from(JSON.stringify(payment)).toString('base64')
    return ask(id, { headers: { 'payment-signature': signed } })
  }

  test('behavior: none is verified, the reason is named', async () => {
    const { status, headers } = await pay('honest')
    expect([
      status,
      decoded(headers.get('payment-required')).error,
      headers.get('payment-response'),
    ]).toEqual([402, 'not_in_this_sandbox', null])
  })

  test('behavior: none is settled, not even upfront', async () => {
    const { status, headers } = await pay('upfront')
    expect([status, decoded(headers.get('payment-response'))]).toEqual([
      402,
      {
        success: false,
        errorReason: 'not_in_this_sandbox',
        errorMessage:
          'This sandbox has no chain: it shows terms and takes no money.',
        transaction: '',
        network: 'eip155:8453',
      },
    ])
  })

  test('behavior: version 1 likewise', async () => {
    const response = await ask('honest-v1', {
      headers: { 'x-payment': 'e30=' },
    })
    const { error } = (await response.json()) as { error: string }
    expect([response.status, error]).toEqual([402, 'not_in_this_sandbox'])
  })
})

describe('requests', () => {
  test('default', async () => {
    const own = await startSandbox({ clock: () => NOW })
    try {
      const [first] = own.sellers
      const url = first?.url as string
      await fetch(`${url}?a=1`, { headers: { 'user-agent': 'test' } })
      await fetch(url, {
        method: 'HEAD',
        headers: { 'user-agent': 'test', 'x-payment': 'e30=' },
      })
      expect(own.requests('honest')).toEqual({
        count: 2,
        latest: [
          {
            at: '2026-11-30T12:00:00.000Z',
            method: 'GET',
            path: '/weather?a=1',
            user_agent: 'test',
            with_payment: false,
          },
          {
            at: '2026-11-30T12:00:00.000Z',
            method: 'HEAD',
            path: '/weather',
            user_agent: 'test',
            with_payment: true,
          },
        ],
      })
      expect(own.requests('overpriced')).toEqual({ count: 0, latest: [] })
    } finally {
      await own.close()
    }
  })
})

describe('close', () => {
  test('default: ends open connections and frees the ports', async () => {
    const own = await startSandbox()
    const silent = own.sellers.find(({ id }) => id === 'silent')
    const waiting = fetch(silent?.url as string).then(
      () => 'answered',
      () => 'ended',
    )
    while (own.requests('silent').count === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await own.close()
    expect(await waiting).toBe('ended')
    await expect(fetch(own.catalog_url)).rejects.toThrow('fetch failed')
  })
})

describe('catalog', () => {
  const get = async (query = '') =>
    (await fetch(sandbox.catalog_url + query)).json() as Promise<{
      items: { resource: string }[]
      pagination: unknown
    }>

  test('default', async () => {
    const total = sandbox.sellers.length
    expect(await get()).toEqual({
      x402Version: 2,
      items: sandbox.catalog,
      pagination: { limit: 100, offset: 0, total },
    })
    expect(sandbox.catalog.map(({ resource }) => resource)).toEqual(
      sandbox.sellers.map(({ url }) => url),
    )
  })

  test('behavior: lists the listing, not the live terms', () => {
    const { url, listing } = seller('overpriced')
    expect(sandbox.catalog.find((it) => it.resource === url)).toEqual({
      resource: url,
      type: 'http',
      x402Version: 2,
      lastUpdated: '2026-11-30T12:00:00.000Z',
      description: 'Five times the listed price',
      mimeType: 'application/json',
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '10000',
          asset: USDC,
          payTo: listing.pay_to,
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
      extensions: {
        bazaar: {
          info: { input: { type: 'http', method: 'GET' } },
          schema: {},
        },
      },
    })
  })

  test('behavior: the v1 seller has a v1-shaped item', () => {
    const { url, listing } = seller('honest-v1')
    expect(sandbox.catalog.filter((it) => it.x402Version === 1)).toEqual([
      {
        resource: url,
        type: 'http',
        x402Version: 1,
        lastUpdated: '2026-11-30T12:00:00.000Z',
        description: 'Honest, x402 version 1',
        mimeType: 'application/json',
        accepts: [
          {
            scheme: 'exact',
            network: 'base',
            maxAmountRequired: '10000',
            asset: USDC,
            payTo: listing.pay_to,
            resource: url,
            description: 'Honest, x402 version 1',
            mimeType: 'application/json',
            outputSchema: {
              input: { type: 'http', method: 'GET', discoverable: true },
            },
            maxTimeoutSeconds: 60,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
        metadata: {},
      },
    ])
  })

  test.each([
    ['?limit=2', 0, 2, 2],
    ['?limit=2&offset=3', 3, 5, 2],
    ['?limit=0', 0, 1, 1],
    ['?limit=101', 0, 100, 100],
    ['?limit=-1&offset=x', 0, 100, 100],
    ['?offset=1000', 1000, 1000, 100],
  ])('behavior: page %s', async (query, from, to, limit) => {
    const { items, pagination } = await get(query)
    expect(items).toEqual(sandbox.catalog.slice(from, to))
    expect(pagination).toEqual({
      limit,
      offset: from,
      total: sandbox.catalog.length,
    })
  })
})
