import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  countField,
  knownCount,
  maybe,
  readInput,
  rowAtomic,
  rows,
  rowsReadBy,
} from './input.js'

describe('knownCount', () => {
  test.each([
    [0, 0],
    [1e21, 1e21],
    [-1, undefined],
    [1.5, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['1', undefined],
    [null, undefined],
  ])('behavior: %s', (given, expected) => {
    expect(knownCount(given)).toBe(expected)
  })

  test('behavior: a count of another type is an input error', () => {
    const schema = z.object({ n: maybe(countField) })
    const of = (n: unknown) => readInput(schema, { n }).ok
    expect([1, -1.5, null, undefined, '1', []].map(of)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('rows, rowsReadBy', () => {
  test('behavior: both leave out what cannot be read', () => {
    const given = ['12', '', 'x', 5, null, '0'.repeat(79), '007']
    const read = (item: unknown) => {
      const parsed = rowAtomic.safeParse(item)
      return parsed.success ? parsed.data : undefined
    }
    expect(rows(rowAtomic).parse(given)).toEqual([12n, 7n])
    expect(rowsReadBy(rowAtomic, read).parse(given)).toEqual([12n, 7n])
    expect(rowsReadBy(rowAtomic, read).safeParse('12').success).toBe(false)
  })
})
