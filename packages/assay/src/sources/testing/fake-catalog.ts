import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFrom } from '../../collect/testing/network.js'
import { httpServer, type TestServer } from '../../collect/testing/servers.js'
import type { SourceTools } from '../ask.js'
import type { CatalogPage, CatalogSource } from '../source.js'

export type Asked = { readonly limit: number; readonly offset: number }

/** What a fake catalog does with a question; `null` hangs up. */
export type Behaviour = (
  asked: Asked,
  turn: number,
) => {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
} | null

export type FakeCatalog = {
  readonly server: TestServer
  readonly asked: Asked[]
  readonly tools: SourceTools
  /** Milliseconds that were waited, in order. */
  readonly waits: number[]
}

/** A discovery list on loopback that behaves as it is told. */
export async function fakeCatalog(behave: Behaviour): Promise<FakeCatalog> {
  const asked: Asked[] = []
  const server = await httpServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://fake.test')
    const question = {
      limit: Number(searchParams.get('limit')),
      offset: Number(searchParams.get('offset')),
    }
    asked.push(question)
    const answer = behave(question, asked.length)
    if (answer === null) return void request.socket.destroy()
    const { status = 200, headers = {}, body } = answer
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { server, asked, ...testTools([server]) }
}

export function testTools(servers: readonly TestServer[]) {
  const waits: number[] = []
  const tools: SourceTools = {
    fetch: fetchFrom(servers),
    now: () => Date.parse('2026-11-30T12:00:00Z'),
    wait: async (ms) => {
      waits.push(ms)
      await sleep(0)
    },
  }
  return { tools, waits }
}

const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** One v2 item of a Bazaar. */
export function item(name: string | number, changes: object = {}) {
  return {
    resource: `https://seller-${name}.example/paid`,
    type: 'http',
    x402Version: 2,
    lastUpdated: '2026-11-01T00:00:00Z',
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '1000',
        asset: USDC,
        payTo: PAYEE,
        maxTimeoutSeconds: 60,
      },
    ],
    ...changes,
  }
}

export function items(from: number, to: number) {
  return Array.from({ length: Math.max(to - from, 0) }, (_, i) =>
    item(from + i),
  )
}

export async function pagesOf(
  source: CatalogSource,
  signal?: AbortSignal,
): Promise<CatalogPage[]> {
  const pages: CatalogPage[] = []
  for await (const page of source.read(signal)) pages.push(page)
  return pages
}

/** What was read: distinct addresses, all entries, and why it is not whole. */
export function summary(pages: readonly CatalogPage[]) {
  const entries = pages.flatMap(
    (page) => page.entries as { resource: string }[],
  )
  return {
    distinct: new Set(entries.map(({ resource }) => resource)).size,
    entries: entries.length,
    total: pages.at(-1)?.reported_total ?? null,
    partial: pages.flatMap(({ partial }) =>
      partial === null ? [] : [partial],
    ),
  }
}
