import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { httpServer, type TestServer } from '../collect/testing/servers.js'
import { pagesOf, summary, testTools } from './testing/fake-catalog.js'
import { createScanSource } from './x402scan.js'

type Site = Readonly<Record<string, unknown>>

/** A server that has exactly these documents; a function answers for itself. */
function site(documents: (self: string) => Site): Promise<TestServer> {
  return httpServer((request, response) => {
    const { origin } = selfOf(request)
    const found = documents(origin)[request.url ?? '']
    if (found === undefined) response.statusCode = 404
    if (typeof found === 'number') response.statusCode = found
    response.end(
      typeof found === 'string' ? found : JSON.stringify(found ?? ''),
    )
  })
}

function selfOf(request: IncomingMessage): URL {
  return new URL(`http://${request.headers.host}`)
}

const sitemap = (addresses: readonly string[]) =>
  `<?xml version="1.0"?><urlset>${addresses
    .map((address) => `<url><loc>${address}</loc></url>`)
    .join('')}</urlset>`

const page = (origin: string) =>
  `<html><script>self.push([1,"{\\"id\\":\\"7\\",\\"origin\\":\\"${origin}\\"}"])</script>`

const openApi = (path: string) => ({
  paths: {
    [path]: { get: { 'x-payment-info': { protocols: [{ x402: {} }] } } },
  },
})

async function market() {
  const withOpenApi = await site(() => ({ '/openapi.json': openApi('/paid') }))
  const withWellKnown = await site((self) => ({
    '/openapi.json': { paths: {} },
    '/.well-known/x402': {
      version: 1,
      resources: [`${self}/a`, '/b', 'https://elsewhere.example/c'],
    },
  }))
  const bare = await site(() => ({}))
  const broken = await site(() => ({
    '/openapi.json': 500,
    '/.well-known/x402': 500,
  }))
  return { withOpenApi, withWellKnown, bare, broken }
}

describe('createScanSource', () => {
  test('default', async () => {
    const { withOpenApi, withWellKnown, bare, broken } = await market()
    const scan = await site((self) => ({
      '/sitemap.xml': sitemap([
        `${self}/`,
        `${self}/facilitator/cdp`,
        `${self}/server/1`,
        `${self}/server/2`,
        `${self}/server/2b`,
        `${self}/server/3`,
        `${self}/server/4`,
        `${self}/server/unnamed`,
        broken.url,
        'mailto:a@b.example',
        'no address',
      ]),
      '/server/1': page(withOpenApi.url),
      '/server/2': page(withWellKnown.url),
      '/server/2b': page(`${withWellKnown.url}/other/page`),
      '/server/3': page(bare.url),
      '/server/unnamed': page(self),
    }))
    const { tools } = testTools([
      scan,
      withOpenApi,
      withWellKnown,
      bare,
      broken,
    ])
    const source = createScanSource({ ...tools, baseUrl: scan.url })
    const pages = await pagesOf(source)
    expect(source.id).toBe('x402scan')
    const entry = (resource: string, more: object = {}) =>
      expect.objectContaining({ seller_document: true, resource, ...more })
    expect(pages).toEqual([
      {
        entries: [entry(`${withOpenApi.url}/paid`, { method: 'get' })],
        reported_total: null,
        partial: null,
        excluded: { other_origin: 0 },
      },
      {
        entries: [
          entry(`${withWellKnown.url}/a`),
          entry(`${withWellKnown.url}/b`),
        ],
        reported_total: null,
        partial: null,
        excluded: { other_origin: 1 },
      },
      {
        entries: [],
        reported_total: null,
        partial: null,
        excluded: { other_origin: 0 },
      },
      {
        entries: [],
        reported_total: null,
        partial: null,
        excluded: { other_origin: 0 },
      },
      {
        entries: [],
        reported_total: null,
        partial: 'pages_without_origin: 2; sellers_not_reached: 1',
      },
    ])
  })

  test('behavior: an index of sitemaps, its own alone', async () => {
    const { withOpenApi, bare } = await market()
    const scan = await site((self) => ({
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${self}/one.xml</loc></sitemap>
        <sitemap><loc>${self}/none.xml</loc></sitemap>
        <sitemap><loc>https://elsewhere.example/two.xml</loc></sitemap></sitemapindex>`,
      '/one.xml': sitemap([withOpenApi.url, bare.url]),
    }))
    const { tools } = testTools([scan, withOpenApi, bare])
    const source = createScanSource({ ...tools, baseUrl: scan.url, id: 's' })
    const read = summary(await pagesOf(source))
    expect(read).toMatchObject({ distinct: 1, partial: ['more_than_read'] })
  })

  test('behavior: hosts are asked only as admitted, origins are bounded', async () => {
    const { withOpenApi, withWellKnown, bare } = await market()
    const scan = await site((self) => ({
      '/sitemap.xml': sitemap([
        `${self}/server/1`,
        withOpenApi.url,
        withWellKnown.url,
        bare.url,
      ]),
    }))
    const { tools } = testTools([scan, withOpenApi, withWellKnown, bare])
    const asked: string[] = []
    const admit = async (url: string) => {
      asked.push(url)
      return !url.startsWith(`${withOpenApi.url}/`) && !url.includes('/server/')
    }
    const options = { ...tools, baseUrl: scan.url, admit, maxOrigins: 2 }
    const read = summary(await pagesOf(createScanSource(options)))
    expect(read).toMatchObject({
      distinct: 2,
      partial: ['pages_without_origin: 1; more_than_read'],
    })
    expect(asked).toEqual([
      `${scan.url}/sitemap.xml`,
      `${scan.url}/server/1`,
      `${withOpenApi.url}/openapi.json`,
      `${withOpenApi.url}/.well-known/x402`,
      `${withWellKnown.url}/openapi.json`,
      `${withWellKnown.url}/.well-known/x402`,
    ])
  })

  test('behavior: every request is admitted, of retries and redirects too', async () => {
    const log: string[] = []
    const other = await httpServer((request, response) => {
      log.push(`asked ${selfOf(request).origin}${request.url}`)
      response.end(JSON.stringify(openApi('/paid')))
    })
    const seller = await httpServer((request, response) => {
      log.push(`asked ${selfOf(request).origin}${request.url}`)
      const first = log.filter((line) => line.startsWith('asked')).length === 1
      if (first) return void response.writeHead(503).end()
      const location = `${other.url}${request.url}`
      response.writeHead(302, { location }).end()
    })
    const scan = await site(() => ({ '/sitemap.xml': sitemap([seller.url]) }))
    const { tools } = testTools([scan, seller, other])
    const admit = async (url: string) => {
      if (!url.startsWith(scan.url)) log.push(`admit ${url}`)
      return true
    }
    await pagesOf(createScanSource({ ...tools, baseUrl: scan.url, admit }))
    const once = (url: string) => [`admit ${url}`, `asked ${url}`]
    expect(log).toEqual([
      ...once(`${seller.url}/openapi.json`),
      ...once(`${seller.url}/openapi.json`),
      ...once(`${other.url}/openapi.json`),
    ])
  })

  test('behavior: no sitemap is a failure', async () => {
    const html = await site(() => ({ '/sitemap.xml': '<html></html>' }))
    const none = await site(() => ({}))
    const { tools } = testTools([html, none])
    await expect(
      pagesOf(createScanSource({ ...tools, baseUrl: html.url })),
    ).rejects.toThrow('not_a_sitemap')
    await expect(
      pagesOf(createScanSource({ ...tools, baseUrl: none.url })),
    ).rejects.toThrow('http_404')
  })

  test('behavior: stops when told to', async () => {
    const { withOpenApi, withWellKnown } = await market()
    const scan = await site(() => ({
      '/sitemap.xml': sitemap([withOpenApi.url, withWellKnown.url]),
    }))
    const { tools } = testTools([scan, withOpenApi, withWellKnown])
    const stop = new AbortController()
    const admit = async (url: string) => {
      if (url.startsWith(scan.url)) return true
      stop.abort()
      return false
    }
    const source = createScanSource({ ...tools, baseUrl: scan.url, admit })
    expect(summary(await pagesOf(source, stop.signal))).toMatchObject({
      distinct: 0,
      partial: ['aborted'],
    })
  })
})
