import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readParameters } from './parameters.js'

const SCHEMA = z.object({ url: z.string(), price: z.string().optional() })
const ALIASES = { url: ['target', 'uri'] }
const EXAMPLES = { url: 'https://api.example.com/x', price: '0.01' }

function read(given: unknown) {
  return readParameters(
    given as Record<string, unknown>,
    SCHEMA,
    EXAMPLES,
    ALIASES,
  )
}

describe('readParameters', () => {
  test('default: by any of its names, empty ones left out', () => {
    expect(read({ target: 'a', price: '', more: 1 })).toEqual({
      ok: true,
      value: { url: 'a' },
    })
    expect(read({ uri: 'a', url: 'a' })).toEqual({
      ok: true,
      value: { url: 'a' },
    })
  })

  test('behavior: names that differ, and a fault with its example', () => {
    expect(read({ target: 'a', uri: 'b' })).toEqual({
      ok: false,
      fault: {
        error: 'target and uri mean the same parameter and differ',
        field: 'url',
        example: EXAMPLES.url,
      },
    })
    expect(read({ url: 'a', price: 5 })).toMatchObject({
      ok: false,
      fault: { field: 'price', example: '0.01' },
    })
  })

  test('behavior: nothing is inherited from what a caller wrote', () => {
    expect(read(JSON.parse('{"__proto__":{"url":"a"}}'))).toMatchObject({
      ok: false,
      fault: { error: 'url is missing' },
    })
  })
})
