import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplayCase } from './tally.js'

type Saved = {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
  readonly body?: unknown
  readonly source?: { readonly kind?: string }
}

/** Every saved 402 answer of a folder, as the probe would have seen it. */
export function* savedChallenges(folder: string): Generator<ReplayCase> {
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json') || file === 'INDEX.json') continue
    const saved = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Saved
    yield {
      name: file,
      group: saved.source?.kind ?? 'unknown',
      response: {
        status: saved.status ?? 402,
        headers: saved.headers ?? {},
        body: textOf(saved.body),
        body_truncated: false,
      },
    }
  }
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return ''
  return typeof body === 'string' ? body : JSON.stringify(body)
}
