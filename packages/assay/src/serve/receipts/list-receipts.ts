import type { ReceiptStore, StoredReceipt } from '../../store/words/receipts.js'
import { ProblemError } from '../problem.js'
import { maskedUrl } from './masked-url.js'
import {
  isSupplied,
  type PublicReceipt,
  publicReceipt,
} from './public-receipt.js'
import type { ReceiptListQuery } from './schemas.js'

export type ReceiptList = {
  /** Newest first. */
  readonly receipts: readonly PublicReceipt[]
  /** Null: that was the last page. */
  readonly next: string | null
}

/**
 * Receipts as everybody may list them. What a caller said that it received is
 * left out, as is what was judged by a caller's own expectations.
 */
export async function listReceipts(
  store: Pick<ReceiptStore, 'receipts'>,
  query: ReceiptListQuery,
): Promise<ReceiptList> {
  const { limit, cursor } = query
  const filter = filterOf(query)
  const found: StoredReceipt[] = []
  let before = cursor === undefined ? undefined : placeOf(cursor)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const page = await store.receipts({ ...filter, before, limit: limit + 1 })
    for (const receipt of page) {
      if (found.length === limit) return listOf(found, found.at(-1))
      before = { at: receipt.at, id: receipt.id }
      if (!isSupplied(receipt)) found.push(receipt)
    }
    if (page.length <= limit) return listOf(found, undefined)
  }
  return listOf(found, before)
}

/** Pages of nothing but left-out receipts that are read for one answer. */
const MOST_ROUNDS = 5

type Place = Pick<StoredReceipt, 'at' | 'id'>

function listOf(
  found: readonly StoredReceipt[],
  last: Place | undefined,
): ReceiptList {
  return {
    receipts: found.map(publicReceipt),
    next: last === undefined ? null : `${last.at}.${last.id}`,
  }
}

function filterOf({ surface, verdict, host, url }: ReceiptListQuery) {
  return {
    surface,
    verdict,
    host: host === undefined ? undefined : hostOf(host),
    url: url === undefined ? undefined : urlOf(url),
  }
}

function hostOf(host: string): string {
  const url = host.includes('://') ? host : `https://${host}`
  if (URL.canParse(url) && new URL(url).origin !== 'null')
    return new URL(url).origin
  throw badQuery('host', `"${host}" is no host`, 'https://api.example.com')
}

function urlOf(url: string): string {
  if (URL.canParse(url)) return maskedUrl(url)
  throw badQuery('url', 'not a URL', 'https://api.example.com/data')
}

function placeOf(cursor: string): Place {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw badQuery('cursor', 'not a cursor that we gave', undefined)
}

function badQuery(
  field: string,
  detail: string,
  example: string | undefined,
): ProblemError {
  return new ProblemError({
    status: 400,
    code: 'bad_parameter',
    detail: `${field}: ${detail}`,
    field,
    example,
  })
}
