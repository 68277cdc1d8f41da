import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ReplayCase } from './tally.js'

/** Every object with a list `accepts` in any JSON file under a folder. */
export function* catalogItems(folder: string): Generator<ReplayCase> {
  for (const file of jsonFiles(folder)) {
    const group = relative(folder, file).split('/')[0] ?? ''
    let position = 0
    for (const document of documents(file))
      for (const item of itemsOf(document))
        yield {
          name: `${relative(folder, file)}#${position++}`,
          group,
          response: asAnswer(item),
        }
  }
}

type Item = {
  readonly accepts: readonly unknown[]
  readonly x402Version?: unknown
  readonly resource?: unknown
  readonly url?: unknown
  readonly extensions?: unknown
}

/**
 * A catalog entry has no headers: its offers are put into the 402 answer that
 * its own generation would send, a v2 one into the header.
 */
function asAnswer(item: Item): ReplayCase['response'] {
  const url = typeof item.resource === 'string' ? item.resource : item.url
  const version = item.x402Version ?? 1
  const challenge = {
    x402Version: version,
    accepts: item.accepts,
    resource: { url },
    extensions: item.extensions,
  }
  const text = JSON.stringify(challenge)
  const inHeader = version === 2
  return {
    status: 402,
    headers: {
      'content-type': 'application/json',
      ...(inHeader && {
        'payment-required': Buffer.from(text).toString('base64'),
      }),
    },
    body: inHeader ? '{}' : text,
    body_truncated: false,
  }
}

function* itemsOf(value: unknown): Generator<Item> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray((value as { accepts?: unknown }).accepts))
    yield value as Item
  else for (const child of Object.values(value)) yield* itemsOf(child)
}

function* documents(file: string): Generator<unknown> {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.jsonl')) {
    yield JSON.parse(text)
    return
  }
  for (const line of text.split('\n'))
    if (line.trim() !== '') yield JSON.parse(line)
}

function* jsonFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* jsonFiles(path)
    else if (/\.jsonl?$/.test(entry.name)) yield path
  }
}
