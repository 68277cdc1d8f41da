import type { Readable } from 'node:stream'

/** One line without its end, or one that was too long to keep. */
export type BoundedLine = { readonly text: string } | { readonly tooLong: true }

/**
 * The lines of a stream of bytes (UTF-8; what is none becomes U+FFFD). A line
 * of more than `limit` bytes is skipped to its end and reported as such: it
 * never takes more memory than that.
 */
export async function* boundedLines(
  stream: Readable,
  limit: number,
): AsyncGenerator<BoundedLine> {
  let kept: Buffer[] = []
  let size = 0
  const finish = (): BoundedLine => {
    const line = size > limit ? TOO_LONG : { text: textOf(kept) }
    kept = []
    size = 0
    return line
  }
  const keep = (part: Buffer) => {
    size += part.length
    if (size > limit) kept = []
    else kept.push(part)
  }
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    let from = 0
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from)
      if (end < 0) break
      keep(bytes.subarray(from, end))
      yield finish()
      from = end + 1
    }
    if (from < bytes.length) keep(bytes.subarray(from))
  }
  if (size > 0) yield finish()
}

const NEWLINE = 0x0a
const TOO_LONG = { tooLong: true } as const

function textOf(parts: readonly Buffer[]): string {
  const text = Buffer.concat(parts).toString('utf8')
  return text.endsWith('\r') ? text.slice(0, -1) : text
}
