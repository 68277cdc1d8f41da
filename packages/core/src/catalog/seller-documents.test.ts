import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOpenApi } from './open-api.js'
import { dereferenced } from './open-api-reference.js'
import { readCatalogEntry } from './read-catalog-entry.js'
import { readWellKnown } from './well-known.js'

const ORIGIN = 'https://api.example.com'
const PAID = { 'x-payment-info': { protocols: [{ x402: {} }] } }

const openApi = (paths: object, more: object = {}) =>
  readOpenApi({ openapi: '3.1.0', paths, ...more }, ORIGIN)

const listings = (found: { entries: readonly unknown[] }) =>
  found.entries.map((entry) => {
    const read = readCatalogEntry(entry, 's')
    return read.ok ? read.listing : read.excluded
  })

describe('readOpenApi', () => {
  test('default', () => {
    const found = openApi({
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', example: 7 }],
        get: {
          ...PAID,
          summary: 'A user',
          description: 'More of it',
          tags: ['people'],
          parameters: [
            {
              name: 'lang',
              in: 'query',
              required: true,
              schema: { default: 'en' },
            },
            { name: 'page', in: 'query', example: '2' },
            { name: 'odd', in: 'query', required: true, example: 'a b' },
            { name: 'X-Lang', in: 'header', example: 'en' },
          ],
        },
        post: {
          responses: { 402: {} },
          requestBody: {
            content: { 'application/json': { example: { a: 1 } } },
          },
        },
        delete: { responses: { 200: {} } },
      },
    })
    expect(found).toMatchObject({ other_origin: 0, cut: false })
    expect(listings(found)).toMatchObject([
      {
        resource: `GET ${ORIGIN}/users/7?lang=en`,
        catalog_key: `${ORIGIN}/users/:id`,
        title: 'A user',
        description: 'More of it',
        tags: ['people'],
        offers: [],
        sample_body: null,
      },
      { resource: `POST ${ORIGIN}/users/7`, sample_body: '{"a":1}' },
    ])
  })

  test.each([
    ['protocols by name', { 'x-payment-info': { protocols: ['x402'] } }, 1],
    ['protocols not said', { 'x-payment-info': {} }, 1],
    ['another protocol', { 'x-payment-info': { protocols: [{ mpp: {} }] } }, 0],
    ['a 402 answer', { responses: { '402': {} } }, 1],
    ['neither', { responses: {} }, 0],
    ['nonsense', { 'x-payment-info': true, responses: [] }, 0],
  ])('behavior: %s', (_, get, count) => {
    expect(openApi({ '/x': { get } }).entries.length).toBe(count)
  })

  test.each([
    ['a path of the server', [{ url: '/v1/' }], [`${ORIGIN}/v1/x`], 0],
    ['the same origin', [{ url: `${ORIGIN}/v2` }], [`${ORIGIN}/v2/x`], 0],
    ['another origin', [{ url: 'https://other.example' }], [], 1],
    ['an unreadable server', [{ url: 'https://' }], [`${ORIGIN}/x`], 0],
    ['no server', [], [`${ORIGIN}/x`], 0],
  ])('behavior: %s', (_, servers, addresses, other_origin) => {
    const found = openApi(
      { '/x': { get: PAID }, x: { get: PAID }, '/y': 7 },
      { servers },
    )
    expect(found).toMatchObject({
      entries: addresses.map((resource) => ({ resource })),
      other_origin,
    })
  })

  test('behavior: a path cannot lead to another host', () => {
    const evil = '.evil.example/x'
    expect(
      openApi(
        { '/x': { get: PAID } },
        { servers: [{ url: '//evil.example' }] },
      ),
    ).toMatchObject({ entries: [], other_origin: 1 })
    expect(openApi({ [`/${'@'}${evil}`]: { get: PAID } }).entries.length).toBe(
      1,
    )
    expect(
      readOpenApi(
        { servers: [{ url: 'mailto:x' }], paths: { '/x': { get: PAID } } },
        ORIGIN,
      ),
    ).toMatchObject({ other_origin: 1 })
    expect(
      openApi(
        { '/x': { get: PAID } },
        { servers: [{ url: 'https://a.example:99' }] },
      ).other_origin,
    ).toBe(1)
  })

  test('behavior: references inside the document are followed', () => {
    const components = {
      parameters: {
        id: {
          name: 'id',
          in: 'path',
          schema: { $ref: '#/components/schemas/id' },
        },
      },
      schemas: {
        id: { example: 'a~b/c' },
        body: {
          type: 'object',
          properties: { q: { type: 'string', example: 'cats' } },
        },
      },
      requestBodies: {
        b: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/body' },
            },
          },
        },
      },
      paths: {
        p: {
          post: {
            ...PAID,
            parameters: [{ $ref: '#/components/parameters/id' }, 7],
            requestBody: { $ref: '#/components/requestBodies/b' },
          },
        },
      },
      examples: { e: { value: { q: 'dogs' } } },
    }
    const found = openApi(
      {
        '/{id}': { $ref: '#/components/paths/p' },
        '/e': {
          post: {
            ...PAID,
            requestBody: {
              content: {
                'application/json': {
                  examples: { one: { $ref: '#/components/examples/e' } },
                },
              },
            },
          },
        },
      },
      { components },
    )
    expect(listings(found)).toMatchObject([
      { sample_body: '{"q":"cats"}' },
      { sample_body: '{"q":"dogs"}' },
    ])
  })

  test('behavior: no more than 1,000 operations', () => {
    const paths = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`/${at}`, { get: PAID }]),
      )
    expect(openApi(paths(1_000))).toMatchObject({ cut: false })
    const many = openApi(paths(1_001))
    expect(many.cut).toBe(true)
    expect(many.entries.length).toBe(1_000)
  })

  test('behavior: total on any JSON', () => {
    void fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        readOpenApi(a, ORIGIN)
        readOpenApi({ paths: a, servers: [b] }, ORIGIN)
        readOpenApi(
          {
            paths: {
              '/x': {
                get: { ...PAID, parameters: [a], requestBody: b },
                parameters: b,
              },
            },
          },
          ORIGIN,
        )
        readWellKnown(a, ORIGIN)
        readWellKnown({ resources: [a, b] }, ORIGIN)
      }),
    )
  })
})

describe('dereferenced', () => {
  const document = { a: { 'b/c~d': 1 }, loop: { $ref: '#/loop' }, list: [5] }
  test.each([
    [7, 7],
    [{ $ref: '#/a/b~1c~0d' }, 1],
    [{ $ref: '#/list/0' }, 5],
    [{ $ref: '#/a/nothing/more' }, undefined],
    [{ $ref: 'https://elsewhere.example/#/a' }, undefined],
    [{ $ref: '#/loop' }, undefined],
    [{ $ref: '#/constructor' }, undefined],
  ])('%j', (value, expected) => {
    expect(dereferenced(document, value)).toBe(expected)
  })
})

describe('readWellKnown', () => {
  test('default', () => {
    const found = readWellKnown(
      {
        version: 1,
        resources: [
          `${ORIGIN}/a`,
          '/b',
          'post /c',
          'https://other.example/d',
          { url: '/e', accepts: [], description: 'e' },
          { name: 'nothing' },
          'https://',
          7,
        ],
      },
      ORIGIN,
    )
    expect(found).toMatchObject({ other_origin: 1, cut: false })
    expect(listings(found)).toMatchObject([
      { resource: `GET ${ORIGIN}/a`, offers: [] },
      { resource: `GET ${ORIGIN}/b` },
      { resource: `POST ${ORIGIN}/c` },
      { resource: `GET ${ORIGIN}/e`, description: 'e' },
      'no_url',
      'url_unreadable',
      'not_an_entry',
    ])
  })

  test('behavior: other names, nothing, and no more than 1,000', () => {
    expect(readWellKnown({ items: ['/a'] }, ORIGIN).entries.length).toBe(1)
    expect(readWellKnown({}, ORIGIN).entries).toEqual([])
    expect(readWellKnown('/a', ORIGIN).entries).toEqual([])
    const of = (length: number) =>
      readWellKnown({ resources: Array.from({ length }, () => '/a') }, ORIGIN)
    expect(of(1_000).cut).toBe(false)
    expect(of(1_001)).toMatchObject({ cut: true })
  })
})
