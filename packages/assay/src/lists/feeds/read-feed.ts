import { LIST_LIMITS } from '../policy.js'
import type { ListReading, ListSource } from '../reading.js'
import { ListRefused } from '../refused.js'
import { linesOf, readDomainLines } from './domains.js'
import { readJsonFeed } from './metamask.js'

/** Reads a screening feed: JSON when it starts like JSON, else lines. */
export async function readFeed(source: ListSource): Promise<ListReading> {
  return source.read(async ({ chunks, last_modified }) => {
    const { first, all } = await peek(chunks)
    if (first === '<')
      throw new ListRefused('not_a_list', 'a page of markup, not a list')
    const reading =
      first === '{' || first === '['
        ? readJsonFeed(await textOf(all))
        : await readDomainLines(linesOf(all))
    return { ...reading, published_at: last_modified }
  })
}

/** The first character that is not white space, and everything again. */
async function peek(chunks: AsyncIterable<Uint8Array>): Promise<{
  readonly first: string
  readonly all: AsyncIterable<Uint8Array>
}> {
  const rest = chunks[Symbol.asyncIterator]()
  const head = await rest.next()
  const bytes = head.done === true ? new Uint8Array() : head.value
  const first = new TextDecoder().decode(bytes.subarray(0, 256)).trim()
  async function* all() {
    yield bytes
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { first: first.charAt(0), all: all() }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > LIST_LIMITS.json_bytes)
      throw new ListRefused(
        'too_large',
        `JSON over ${LIST_LIMITS.json_bytes} bytes`,
      )
    parts.push(chunk)
  }
  return new TextDecoder('utf-8').decode(Buffer.concat(parts))
}
