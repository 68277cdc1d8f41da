import { Readable, Writable } from 'node:stream'
import type { World } from '../world.js'

export type FakeWorld = World & {
  readonly out: () => string
  readonly err: () => string
}

/**
 * A world with captured output, a fixed wall clock, a store in memory and no
 * name that resolves: nothing but literal loopback targets can be reached.
 */
export function fakeWorld(
  stdin = '',
  { isTTY = false, env = {} as Record<string, string> } = {},
): FakeWorld {
  const out = capture(isTTY)
  const err = capture(isTTY)
  let counter = 0
  return {
    terminal: {
      stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
      stdout: out.stream,
      stderr: err.stream,
      env: { ASSAY_DB: ':memory:', ...env },
    },
    now: () => Date.parse('2026-11-30T12:00:00Z'),
    clock: () => performance.now(),
    randomBytes: (count) =>
      Uint8Array.from({ length: count }, () => counter++ % 256),
    sleep: async () => {},
    resolver: async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    },
    out: out.text,
    err: err.text,
  }
}

function capture(isTTY: boolean) {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  return {
    stream: Object.assign(stream, { isTTY }),
    text: () => chunks.join(''),
  }
}
