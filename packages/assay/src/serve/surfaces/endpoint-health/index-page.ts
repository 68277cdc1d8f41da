import { atomicToUsd, parseAtomic, parseUsd, usdToAtomic } from '@assay402/core'
import { isoOf } from '../../../questions/iso.js'
import type { DirectoryEntry } from '../../../store/words/directory.js'
import type { Answer } from '../../answer.js'
import { maskedUrl } from '../../receipts/masked-url.js'
import type { Service } from '../../service.js'
import {
  type Document,
  leadsTo,
  link,
  type Section,
  table,
  text,
} from '../page/document.js'
import type { IndexInput } from './parameters.js'

/** One row of the index. */
export type IndexRow = {
  readonly url: string
  readonly method: string
  readonly resource_id: string
  readonly score: number | null
  readonly category: string | null
  readonly network: string | null
  readonly price_usd: string | null
  readonly last_probed_at: string | null
  /** Where its components and observations are. */
  readonly evidence: string
}

export type Index = {
  readonly endpoints: readonly IndexRow[]
  readonly next: string | null
}

/** What is listed, the best score first unless asked otherwise. */
export async function readIndex(
  { store }: Service,
  { max_price_usd, ...input }: IndexInput,
): Promise<Answer<Index>> {
  const most = parseUsd(max_price_usd)
  const { entries, next } = await store.directory({
    ...input,
    max_price_atomic:
      most === undefined ? undefined : String(usdToAtomic(most)),
  })
  return {
    status: 200,
    body: { endpoints: entries.map(rowOf), next: next ?? null },
  }
}

/** The index as a page. */
export function indexPage(
  { endpoints, next }: Index,
  asked: IndexInput,
): Document {
  return {
    title: 'Index of x402 endpoints',
    lead: 'What an unpaid look can see of listed endpoints. It cannot tell whether a seller delivers after payment. How a score is computed: /endpoint-health/methodology.',
    sections: [
      {
        title: 'Endpoints',
        parts: [
          endpoints.length === 0
            ? text('None that fits.')
            : table(
                [
                  'score',
                  'endpoint',
                  'method',
                  'category',
                  'price, USD',
                  'network',
                  'last look',
                ],
                endpoints.map(cellsOf),
              ),
        ],
      },
      ...(next === null ? [] : [morePart(next, asked)]),
    ],
  }
}

function rowOf(entry: DirectoryEntry): IndexRow {
  const { endpoint, score, category, network, price_atomic } = entry
  const price = parseAtomic(price_atomic)
  return {
    url: maskedUrl(endpoint.url),
    method: endpoint.method,
    resource_id: endpoint.resource_id,
    score,
    category,
    network,
    price_usd: price === undefined ? null : atomicToUsd(price),
    last_probed_at:
      entry.last_probed_at === null ? null : isoOf(entry.last_probed_at),
    evidence: `/v1/endpoints/${endpoint.resource_id}`,
  }
}

function cellsOf(row: IndexRow) {
  return [
    row.score === null ? 'unknown' : String(row.score),
    link(row.url, row.evidence),
    row.method,
    row.category ?? '',
    row.price_usd ?? '',
    row.network ?? '',
    row.last_probed_at ?? 'never',
  ]
}

function morePart(next: string, asked: IndexInput): Section {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...asked, cursor: next }))
    if (value !== undefined) query.set(name, String(value))
  return {
    title: 'More',
    parts: [leadsTo('The next ones', `/endpoint-health?${query}`)],
  }
}
