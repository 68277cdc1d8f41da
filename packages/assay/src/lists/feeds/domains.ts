import { LIST_LIMITS } from '../policy.js'
import type { ListReading } from '../reading.js'
import { ListRefused } from '../refused.js'
import { createFeedEntries, type FeedEntries } from './feed-entries.js'

/**
 * Reads plain lists and hosts files: one name or address a line, `#` begins a
 * comment, `0.0.0.0 name` and `127.0.0.1 name` mean the name.
 */
export async function readDomainLines(
  lines: AsyncIterable<string>,
): Promise<Omit<ListReading, 'published_at'>> {
  const found = createFeedEntries()
  for await (const line of lines) readLine(line, found)
  return {
    entries: found.entries(),
    sha256: null,
    parser: 'domain-lines/1',
    detail: found.summary(),
    doubt: null,
  }
}

/** The lines of a body; a line without end is refused. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > LIST_LIMITS.line_characters)
      throw new ListRefused('not_a_list', 'a line without end')
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

const NULL_ADDRESSES: ReadonlySet<string> = new Set([
  '0.0.0.0',
  '127.0.0.1',
  '::',
  '::1',
])
/** What every hosts file says of the machine itself. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'localhost.localdomain',
  'localhost',
  'local',
  'broadcasthost',
  '0.0.0.0',
])

function readLine(line: string, found: FeedEntries): void {
  const comment = line.indexOf('#')
  const text = (comment < 0 ? line : line.slice(0, comment)).trim()
  if (text === '' || text.startsWith('!') || text.startsWith('//')) return
  const words = text.split(/\s+/)
  const [first = '', ...names] = words
  const isHosts = names.length > 0 && NULL_ADDRESSES.has(first)
  if (!isHosts) {
    found.deny(text)
    return
  }
  for (const name of names) if (!OWN_NAMES.has(name)) found.deny(name)
}
