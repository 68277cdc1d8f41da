import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BoundedLine, boundedLines } from './bounded-lines.js'

const TOO_LONG = { tooLong: true }

describe('boundedLines', () => {
  test.each([
    ['nothing', [], []],
    ['one line', ['a\n'], [{ text: 'a' }]],
    ['an unfinished last line', ['a\nb'], [{ text: 'a' }, { text: 'b' }]],
    ['a line in pieces', ['a', 'b', 'c\n'], [{ text: 'abc' }]],
    [
      'lines in one piece',
      ['a\n\nb\n'],
      [{ text: 'a' }, { text: '' }, { text: 'b' }],
    ],
    ['CRLF', ['a\r\n'], [{ text: 'a' }]],
    ['at the limit', ['12345678\n'], [{ text: '12345678' }]],
    ['one byte over', ['123456789\nb\n'], [TOO_LONG, { text: 'b' }]],
    ['over in pieces', ['12345', '6789', '0\nb'], [TOO_LONG, { text: 'b' }]],
    ['over and unfinished', ['123456789'], [TOO_LONG]],
    ['no UTF-8', [Buffer.from([0xff, 0x0a])], [{ text: '\ufffd' }]],
    [
      'a character in two pieces',
      [Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])],
      [{ text: 'ä' }],
    ],
  ])('%s', async (_, chunks, expected) => {
    expect(await linesOf(chunks)).toEqual(expected)
  })

  test('behavior: how the bytes are cut makes no difference', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', '\n', '\r') })
    await fc.assert(
      fc.asyncProperty(text, fc.nat({ max: 5 }), async (whole, at) => {
        const bytes = Buffer.from(whole)
        const cut = [bytes.subarray(0, at), bytes.subarray(at)]
        expect(await linesOf(cut)).toEqual(await linesOf([bytes]))
      }),
    )
  })
})

async function linesOf(chunks: readonly (string | Buffer)[]) {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const lines: BoundedLine[] = []
  for await (const line of boundedLines(stream, 8)) lines.push(line)
  return lines
}
