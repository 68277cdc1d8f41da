import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBody } from './body-reader.js'
import { readCodings } from './inflate.js'

const calm = new AbortController().signal

describe('readBody', () => {
  test('behavior: any cut of any body, plain or compressed, gives its beginning', async () => {
    const bodies = fc.uint8Array({ maxLength: 2_000 })
    const coding = fc.constantFrom('', 'gzip', 'deflate')
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 5 })
    const cap = fc.integer({ min: 1, max: 2_100 })
    await fc.assert(
      fc.asyncProperty(
        bodies,
        coding,
        sizes,
        cap,
        async (body, name, cuts, most) => {
          const wire = encode(Buffer.from(body), name)
          const read = await readBody(
            Readable.from(cut(wire, cuts), { objectMode: false }),
            name,
            most,
            calm,
          )
          expect(Buffer.from(read.bytes)).toEqual(
            Buffer.from(body.subarray(0, most)),
          )
          expect(read.end).toBe(body.length > most ? 'cap' : 'complete')
        },
      ),
    )
  })

  test('behavior: total on bytes that are in no coding', async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'br, gzip')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), coding, async (bytes, name) => {
        const source = Readable.from([Buffer.from(bytes)], {
          objectMode: false,
        })
        const { end } = await readBody(source, name, 1_000, calm)
        expect(['complete', 'undecodable', 'cap']).toContain(end)
        expect(source.destroyed).toBe(true)
      }),
    )
  })
})

describe('readCodings', () => {
  test.each([
    ['', []],
    ['identity', []],
    [' GZip ', ['gzip']],
    ['deflate, br', ['br', 'deflate']],
    ['gzip,,identity', ['gzip']],
    ['gzip, zstd', []],
    ['gzip, gzip, gzip', []],
    ['__proto__', []],
  ])('%j', (header, codings) => {
    expect(readCodings(header)).toEqual(codings)
  })
})

function encode(body: Buffer, coding: string): Buffer {
  if (coding === 'gzip') return gzipSync(body)
  return coding === 'deflate' ? deflateSync(body) : body
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const parts: Buffer[] = []
  let rest = bytes
  for (const size of sizes) {
    parts.push(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  return [...parts, rest].filter((part) => part.length > 0)
}
