import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { ListReading, ListSource } from '../reading.js'
import { ListRefused } from '../refused.js'
import { createOfacCollection, type OfacListing } from './collected.js'

/**
 * SDN.CSV with SDN_COMMENTS.CSV beside it: addresses stand in the remarks, and
 * what is longer than the column goes on in the comments, at times in the
 * middle of an address.
 */
export async function readCsvSet(source: ListSource): Promise<ListReading> {
  const overflow = new Map<string, string>()
  const comments = await source.read(
    ({ chunks }) =>
      readRows(chunks, COMMENT_COLUMNS, ([uid = '', text = '']) => {
        overflow.set(uid, (overflow.get(uid) ?? '') + text)
      }),
    commentsBeside,
  )
  const collection = createOfacCollection()
  let published: string | null = null
  const sdn = await source.read(({ chunks, last_modified }) => {
    published = last_modified
    return readRows(chunks, SDN_COLUMNS, (row) => {
      const uid = row[0] ?? ''
      const remarks = (row[REMARKS] ?? '') + (overflow.get(uid) ?? '')
      for (const found of addressesIn(remarks))
        collection.add({ ...found, uid, party: row[NAME] ?? '' })
    })
  })
  const open = [sdn, comments].some((end) => end === 'open')
  return {
    entries: collection.entries(),
    sha256: null,
    published_at: published,
    parser: 'ofac-csv/1',
    detail: collection.summary(),
    doubt: open ? 'a file of the set lacks its end mark (0x1A)' : null,
  }
}

/** The digital currency addresses of a remark, in its order. */
export function addressesIn(
  remarks: string,
): Pick<OfacListing, 'address' | 'asset'>[] {
  return Array.from(remarks.matchAll(ADDRESS), ([, asset = '', text = '']) => ({
    asset: asset.toUpperCase(),
    address: text.replace(/[.,]+$/, ''),
  }))
}

const ADDRESS = /Digital Currency Address - ([^\s;]+) +([^\s;]+)/g
const SDN_COLUMNS = 12
const COMMENT_COLUMNS = 2
const NAME = 1
const REMARKS = 11
const END_MARK = '\u001a'

/** `…/SDN.CSV` has `…/SDN_COMMENTS.CSV` beside it, in the same letter case. */
function commentsBeside(location: string): string {
  const named = /^(.*?)(sdn)(\.csv)((?:[?#].*)?)$/is.exec(location)
  if (named === null)
    throw new ListRefused(
      'not_a_list',
      'a CSV set is named by its SDN.CSV, with SDN_COMMENTS.CSV beside it',
    )
  const [, folder, sdn = '', ending, query] = named
  const suffix = sdn === sdn.toUpperCase() ? '_COMMENTS' : '_comments'
  return `${folder}${sdn}${suffix}${ending}${query}`
}

/** Hands on the rows; says whether the file had its end mark. */
async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  columns: number,
  row: (fields: readonly string[]) => void,
): Promise<'marked' | 'open'> {
  let end: 'marked' | 'open' = 'open'
  // The pipeline may report its own end instead of what ended it.
  let refusal: ListRefused | undefined
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1024 * 1024,
  })
  const rows = async (records: AsyncIterable<string[]>) => {
    for await (const fields of records) {
      if (fields[0]?.startsWith(END_MARK) === true) end = 'marked'
      else if (fields.length === columns) row(fields)
      else {
        refusal = new ListRefused('cut', `a row of ${fields.length} columns`)
        throw refusal
      }
    }
  }
  try {
    await pipeline(Readable.from(chunks), parser, rows)
    return end
  } catch (error) {
    if (refusal !== undefined) throw refusal
    if (!(error instanceof CsvError)) throw error
    const open = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw new ListRefused(open ? 'cut' : 'not_a_list', error.message)
  }
}
