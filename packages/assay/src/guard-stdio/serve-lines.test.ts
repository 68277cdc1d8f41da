import { Readable, Writable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from './message.js'
import { serveLines } from './serve-lines.js'

const ASK = {
  id: 7,
  url: 'https://api.example.com/x',
  challenge: { status: 402, headers: {}, body: '{}' },
}
const SAID = {
  id: 'b',
  op: 'outcome',
  approval: 'abc',
  outcome: 'paid',
}

describe('serveLines', () => {
  test('default: one line out for each line in, in their order', async () => {
    const seen: Message[] = []
    const lines = await served(
      [JSON.stringify(ASK), '', '  ', JSON.stringify(SAID)],
      async (message) => {
        seen.push(message)
        return { said: message.op }
      },
    )
    expect(lines).toEqual([
      { id: 7, said: 'decide' },
      { id: 'b', said: 'outcome' },
    ])
    expect(seen).toEqual([
      {
        ...ASK,
        op: 'decide',
        method: 'GET',
        challenge: { ...ASK.challenge, body_truncated: false },
      },
      SAID,
    ])
  })

  test.each([
    ['no JSON', 'not json', null, 'not_json', ''],
    ['half a line', '{"id":1,', null, 'not_json', ''],
    ['a list', '[1]', null, 'invalid_message', ''],
    ['null', 'null', null, 'invalid_message', ''],
    ['no id', { ...ASK, id: undefined }, null, 'invalid_message', 'id'],
    ['an object as id', { ...ASK, id: {} }, null, 'invalid_message', 'id'],
    ['no URL', { ...ASK, url: undefined }, 7, 'invalid_message', 'url'],
    ['no http', { ...ASK, url: 'ftp://a/' }, 7, 'invalid_message', 'url'],
    ['a bad method', { ...ASK, method: 'G T' }, 7, 'invalid_message', 'url'],
    [
      'no challenge',
      { ...ASK, challenge: null },
      7,
      'invalid_message',
      'challenge',
    ],
    [
      'a bad status',
      { ...ASK, challenge: { status: '402' } },
      7,
      'invalid_message',
      'challenge.status',
    ],
    [
      'a bad hash',
      { ...ASK, body_sha256: 'x' },
      7,
      'invalid_message',
      'body_sha256',
    ],
    [
      'a misspelt expectation',
      { ...ASK, expect: { max_usd: '0.01' } },
      7,
      'invalid_message',
      'expect',
    ],
    ['an unknown op', { ...ASK, op: 'pay' }, 7, 'invalid_message', 'op'],
    [
      'no approval',
      { ...SAID, approval: '' },
      'b',
      'invalid_message',
      'approval',
    ],
    [
      'no such outcome',
      { ...SAID, outcome: 'ok' },
      'b',
      'invalid_message',
      'outcome',
    ],
    [
      'a prototype key',
      '{"__proto__":{"id":1}}',
      null,
      'invalid_message',
      'id',
    ],
  ])(
    'behavior: %s is answered with an error',
    async (_, line, id, code, path) => {
      const text = typeof line === 'string' ? line : JSON.stringify(line)
      const lines = await served([text, JSON.stringify(ASK)], async () => ({}))
      expect(lines).toEqual([
        { id, error: { code, message: expect.any(String), path } },
        { id: 7 },
      ])
    },
  )

  test('behavior: a line over the limit is answered and passed over', async () => {
    const long = JSON.stringify({ ...ASK, method: 'A'.repeat(300) })
    const lines = await served(
      [long, JSON.stringify(ASK)],
      async () => ({}),
      300,
    )
    expect(lines).toEqual([
      {
        id: null,
        error: {
          code: 'too_long',
          message: 'the line is over 300 bytes',
          path: '',
        },
      },
      { id: 7 },
    ])
  })

  test('behavior: a fault of ours is an answer as well', async () => {
    const lines = await served([JSON.stringify(ASK)], async () => {
      throw new Error('the disk is full')
    })
    expect(lines).toEqual([
      {
        id: 7,
        error: { code: 'internal', message: 'the disk is full', path: '' },
      },
    ])
  })

  test('behavior: answers every line, whatever is on it', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc
        .string({ minLength: 1 })
        .map((text) => `x${text.replace(/[\r\n]/g, '')}`),
      fc.jsonValue().map((url) => JSON.stringify({ ...ASK, url })),
      fc.jsonValue().map((challenge) => JSON.stringify({ ...ASK, challenge })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anything), async (lines) => {
        const answers = await served(lines, async () => ({}))
        expect(answers).toHaveLength(lines.length)
      }),
    )
  })
})

async function served(
  lines: readonly string[],
  desk: (message: Message) => Promise<object>,
  limit?: number,
): Promise<unknown[]> {
  const written: string[] = []
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  const input = Readable.from([
    Buffer.from(lines.map((it) => `${it}\n`).join('')),
  ])
  await serveLines(input, output, desk, limit)
  return written
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
