import { z } from 'zod'
import { StoreRefusal } from '../errors.js'
import type { DirectorySort } from '../words/directory.js'

/** Where a page ended: the value that it is sorted by, and the entry. */
export type Place = {
  readonly value: string | number
  readonly entry: number
}

const MOST_CHARACTERS = 400

const placeSchema = z.union([
  z.tuple([z.literal('score'), z.number().min(-1).max(100), z.number().int()]),
  z.tuple([
    z.literal('price'),
    z.string().regex(/^(~|\d{3,101})$/),
    z.number().int(),
  ]),
  z.tuple([z.literal('last_seen'), z.number().int(), z.number().int()]),
])

/** The cursor of the page after a place. */
export function writeCursor(
  sort: DirectorySort,
  { value, entry }: Place,
): string {
  return Buffer.from(JSON.stringify([sort, value, entry])).toString('base64url')
}

/** The place of a cursor. Throws StoreRefusal unless it is one of this sort. */
export function readCursor(sort: DirectorySort, cursor: string): Place {
  const place = placeSchema.safeParse(parse(cursor))
  if (!place.success || place.data[0] !== sort)
    throw new StoreRefusal(
      'the cursor is none of this search; leave it out to begin anew',
    )
  const [, value, entry] = place.data
  return { value, entry }
}

function parse(cursor: string): unknown {
  if (cursor.length > MOST_CHARACTERS) return undefined
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
