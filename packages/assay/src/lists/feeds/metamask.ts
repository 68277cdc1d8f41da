import { isObject, own } from '@assay402/core'
import type { ListReading } from '../reading.js'
import { ListRefused } from '../refused.js'
import { createFeedEntries } from './feed-entries.js'

/**
 * Reads a feed in JSON: MetaMask's configuration (`blacklist`, `whitelist`, the
 * later `blocklist`, `allowlist`), the like of it (`deny`, `allow`), or a plain
 * array. Fuzzy matching is no list and is left to the rulebook.
 */
export function readJsonFeed(text: string): Omit<ListReading, 'published_at'> {
  const document = parsed(text)
  const found = createFeedEntries()
  const denied = Array.isArray(document) ? [document] : fields(document, DENY)
  if (denied.length === 0)
    throw new ListRefused('not_a_list', `JSON without ${DENY.join(', ')}`)
  for (const name of denied.flatMap(strings)) found.deny(name)
  for (const name of fields(document, ALLOW).flatMap(strings)) found.allow(name)
  return {
    entries: found.entries(),
    sha256: null,
    parser: 'json-feed/1',
    detail: found.summary(),
    doubt: null,
  }
}

const DENY = ['blacklist', 'blocklist', 'deny']
const ALLOW = ['whitelist', 'allowlist', 'allow']

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ListRefused('not_a_list', (error as Error).message.slice(0, 120))
  }
}

function fields(document: unknown, names: readonly string[]): unknown[][] {
  if (!isObject(document)) return []
  return names
    .map((name) => own(document, name))
    .filter((value) => Array.isArray(value))
}

function strings(list: readonly unknown[]): string[] {
  return list.filter((item) => typeof item === 'string')
}
