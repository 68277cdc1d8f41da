import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCatalogDocument } from './catalog-document.js'

const NONE = {
  is_list: true,
  reported_total: null,
  limit: null,
  offset: null,
  partial: false,
}

describe('readCatalogDocument', () => {
  test.each<[string, unknown, object]>([
    ['a list', [1, { a: 1 }], { ...NONE, entries: [1, { a: 1 }] }],
    [
      'items with paging',
      { items: [1], pagination: { total: 9, limit: 1, offset: 0 } },
      {
        is_list: true,
        entries: [1],
        reported_total: 9,
        limit: 1,
        offset: 0,
        partial: false,
      },
    ],
    [
      'figures beside the list',
      { resources: [1], total: 9 },
      { ...NONE, entries: [1], reported_total: 9 },
    ],
    [
      'an answer in parts',
      { resources: [1], partialResults: true },
      { ...NONE, entries: [1], partial: true },
    ],
    [
      'an envelope',
      { code: 0, data: { items: [1], total: 3 } },
      { ...NONE, entries: [1], reported_total: 3 },
    ],
    ['a list under data', { data: [1] }, { ...NONE, entries: [1] }],
    [
      'figures that are none',
      { items: [], total: -1, limit: 'x' },
      { ...NONE, entries: [] },
    ],
    [
      'services with endpoints',
      {
        providers: [
          { endpoints: [{ url: 'a' }, { url: 'b' }] },
          { endpoints: [1] },
        ],
      },
      { ...NONE, entries: [{ url: 'a' }, { url: 'b' }, { endpoints: [1] }] },
    ],
    [
      'one entry',
      { url: 'a' },
      { ...NONE, is_list: false, entries: [{ url: 'a' }] },
    ],
    ['a text', 'a', { ...NONE, is_list: false, entries: ['a'] }],
    ['nothing', undefined, { ...NONE, is_list: false, entries: [] }],
  ])('%s', (_, document, expected) => {
    expect(readCatalogDocument(document)).toEqual(expected)
  })

  test('behavior: total on any JSON', () => {
    void fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readCatalogDocument(value).entries).toBeInstanceOf(Array)
        expect(readCatalogDocument({ items: value }).entries).toBeInstanceOf(
          Array,
        )
      }),
    )
  })
})
