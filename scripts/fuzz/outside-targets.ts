import {
  readCatalogDocument,
  readCatalogEntry,
  readOpenApi,
  readScanPage,
  readSitemap,
  readWellKnown,
} from '@assay402/core'
import { readRobots } from '../../packages/assay/dist/collect/robots/robots-rules.js'
import { readFeed } from '../../packages/assay/dist/lists/feeds/read-feed.js'
import { readOfac } from '../../packages/assay/dist/lists/ofac/read-ofac.js'
import type { ListSource } from '../../packages/assay/dist/lists/reading.js'
import { ListRefused } from '../../packages/assay/dist/lists/refused.js'
import {
  advancedSample,
  csvSample,
  sdnSample,
} from '../../packages/assay/src/lists/testing/samples.js'
import type { Random } from './random.js'
import type { Target } from './targets.js'
import { anyValue, cut, mutate } from './values.js'

/** Readers of catalogs, seller documents, robots files and lists. */
export const OUTSIDE_TARGETS: readonly Target[] = [
  {
    name: 'catalog',
    make: (random) =>
      random.chance(0.1) ? anyValue(random) : mutate(CATALOG, random),
    run: (input) =>
      readCatalogDocument(input).entries.map((entry) =>
        readCatalogEntry(entry, 'fuzz'),
      ),
  },
  {
    name: 'open api',
    make: (random) => mutate(OPEN_API, random),
    run: (input) => readOpenApi(input, 'https://a.example'),
  },
  {
    name: 'well-known x402',
    make: (random) => mutate(WELL_KNOWN, random),
    run: (input) => readWellKnown(input, 'https://a.example'),
  },
  {
    name: 'sitemap',
    make: (random) => torn(SITEMAP, random),
    run: (input) => readSitemap(input as string),
  },
  {
    name: 'scan page',
    make: (random) => torn(PAGE, random),
    run: (input) => readScanPage(input as string),
  },
  {
    name: 'robots',
    make: (random) => torn(ROBOTS, random),
    run: (input) => {
      const rules = readRobots(input as string)
      return rules.allows('https://a.example/x?y=%2f')
    },
  },
  {
    name: 'ofac',
    make: (random) => {
      const [name, text] = random.pick(OFAC)
      return [name, torn(text, random)]
    },
    run: (input) => refusable(readOfac(sourceOf(input as [string, string]))),
  },
  {
    name: 'feed',
    make: (random) => ['feed', torn(random.pick(FEEDS), random)],
    run: (input) => refusable(readFeed(sourceOf(input as [string, string]))),
  },
]

/** A refusal is an answer; whatever else is thrown is a fault. */
async function refusable(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ListRefused) return error
    throw error
  }
}

function torn(sample: string, random: Random): string {
  let out = sample
  for (let times = random.integer(4); times > 0; times--) out = cut(out, random)
  return out
}

function sourceOf([location, text]: readonly [string, string]): ListSource {
  const bytes = Buffer.from(text)
  const half = bytes.length >> 1
  return {
    location,
    read: (use) => {
      async function* chunks() {
        yield bytes.subarray(0, half)
        yield bytes.subarray(half)
      }
      return use({ chunks: chunks(), last_modified: null })
    },
  }
}

const accepts = [
  {
    scheme: 'exact',
    network: 'base',
    maxAmountRequired: '10000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    outputSchema: { input: { method: 'POST', bodyFields: { q: 'x' } } },
  },
]

const CATALOG = {
  items: [
    { resource: 'https://a.example/x/:id', accepts, lastUpdated: '2026-11-01' },
    { url: 'https://a.example/y', accepts, type: 'http', x402Version: 1 },
    { resource: 'mcp://tool/z', accepts, metadata: { description: 'd' } },
  ],
  pagination: { limit: 3, offset: 0, total: 9 },
}

const OPEN_API = {
  openapi: '3.1.0',
  servers: [{ url: 'https://a.example/v1' }],
  paths: {
    '/x/{id}': {
      get: {
        summary: 's',
        parameters: [{ $ref: '#/components/parameters/id' }],
        'x-payment-info': { price: '0.01', protocols: ['x402'] },
        responses: { 402: { description: 'pay' } },
      },
    },
  },
  components: { parameters: { id: { name: 'id', in: 'path', example: '7' } } },
}

const WELL_KNOWN = {
  version: 1,
  resources: ['https://a.example/x', { url: 'https://a.example/y', accepts }],
}

const SITEMAP = `<?xml version="1.0"?><!-- x --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/server/1</loc></url><url><loc><![CDATA[https://a.example/2?a&amp;b]]></loc></url></urlset>`
const PAGE =
  '<script>self.__next_f.push([1,"{\\"origin\\":\\"https://a.example\\"}"])</script>'
const ROBOTS =
  'User-agent: *\nDisallow: /x*y$\nAllow: /x/%2Fz\n\nUser-agent: assay\nCrawl-delay: 5\nDisallow:\n'
const csv = csvSample()
const OFAC: readonly (readonly [string, string])[] = [
  ['sdn_advanced.xml', advancedSample()],
  ['sdn.xml', sdnSample()],
  ['sdn.csv', csv.sdn],
]
const FEEDS = [
  '{"version":2,"tolerance":2,"fuzzylist":["a.com"],"whitelist":["b.com"],"blacklist":["evil.com","xn--80ak6aa92e.com"]}',
  '# list\nevil.com\n0.0.0.0 bad.example # x\n||ads.example^\n*.wild.example\n',
]
