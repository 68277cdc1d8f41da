import { z } from 'zod'
import type { SettlementEngine } from '../engine.js'
import { CdpFailed } from './call.js'
import { headQuery, MOST_WALLETS, type Span } from './queries.js'
import { page, readSpan, type SpanTools, timeOf } from './read-span.js'
import { type CdpStream, cdpStreams, cursorOf } from './streams.js'

export type CdpSyncTools = SpanTools & {
  readonly engine: Pick<SettlementEngine, 'append' | 'cursor'>
  readonly sleep: (ms: number) => Promise<void>
  readonly now: () => number
  readonly onProgress?: (progress: CdpProgress) => void
  readonly signal?: AbortSignal | undefined
}

export type CdpSyncAsk = {
  readonly token: string
  readonly wallets: readonly string[]
  /** How far back, epoch milliseconds. */
  readonly since: number
}

export type CdpProgress = Span & {
  readonly stream: number
  readonly streams: number
  readonly added: number
}

export type CdpSynced = {
  readonly added: number
  /** Everything before it is read, epoch milliseconds. */
  readonly until: number
}

/** Younger blocks may be replaced, and may not be indexed whole. */
const LAG_MS = 120_000
const SECOND = 1_000
const SPAN_MS = {
  first: 86_400_000,
  least: 2_000,
  most: 8 * 86_400_000,
} as const
const FAILURES_IN_A_ROW = 8
const PAUSE_MS = { first: 500, most: 120_000 } as const
/** The index lags by minutes; in an older one something is wrong. */
const HEAD_MS = 6 * 3_600_000

/**
 * Reads every wallet up to what the index surely has, then back to `since`,
 * newest first. Rows and cursor are stored together after each span.
 */
export async function syncCdp(
  tools: CdpSyncTools,
  { token, wallets, since: asked }: CdpSyncAsk,
): Promise<CdpSynced> {
  const since = Math.floor(asked / SECOND) * SECOND
  const until = await readableUntil(tools)
  const streams = await cdpStreams(
    tools.engine,
    tools,
    wallets,
    MOST_WALLETS,
    until,
  )
  let [added, size] = [0, SPAN_MS.first as number]
  for (const [place, start] of streams.entries()) {
    let stream = start
    const next = (): Span | undefined => {
      if (stream.until < until)
        return {
          from: stream.until,
          until: Math.min(until, stream.until + size),
        }
      if (stream.from > since)
        return { from: Math.max(since, stream.from - size), until: stream.from }
      return undefined
    }
    for (let failures = 0; ; ) {
      tools.signal?.throwIfAborted()
      const span = next()
      if (span === undefined) break
      try {
        const rows = await readSpan(tools, {
          token,
          ...span,
          wallets: stream.wallets,
        })
        stream = widened(stream, span)
        const stored = await tools.engine.append({
          network: tools.network,
          transfers: rows,
          cursor: cursorOf(stream),
          coverage: {
            wallets: stream.wallets,
            from: stream.from,
            to: stream.until - 1,
          },
        })
        added += stored.added
        failures = 0
        size = Math.min(SPAN_MS.most, size * 2)
        const { length } = streams
        tools.onProgress?.({
          ...span,
          stream: place,
          streams: length,
          added: stored.added,
        })
      } catch (error) {
        failures += 1
        size = await yieldTo(error, { size, failures }, tools)
      }
    }
  }
  return { added, until }
}

function widened(stream: CdpStream, { from, until }: Span): CdpStream {
  return {
    ...stream,
    from: Math.min(stream.from, from),
    until: Math.max(stream.until, until),
  }
}

/** Up to where the index has everything, and nothing is replaced any more. */
async function readableUntil({ call, now }: CdpSyncTools): Promise<number> {
  const since = Math.floor((now() - HEAD_MS) / SECOND) * SECOND
  const [row] = await page(call, headQuery(since), headRow)
  const at = row === undefined ? 0 : timeOf(row.at)
  if (at < since)
    throw new CdpFailed('the index has no block of today', 'later')
  return at - LAG_MS
}

const headRow = z.object({ at: z.string() })

/** The size that is tried next, after a pause where it helps; else throws. */
async function yieldTo(
  error: unknown,
  { size, failures }: { readonly size: number; readonly failures: number },
  { sleep }: CdpSyncTools,
): Promise<number> {
  if (!(error instanceof CdpFailed) || error.cure === 'none') throw error
  if (error.cure === 'smaller' && size > SPAN_MS.least)
    return Math.max(SPAN_MS.least, Math.floor(size / 2 / SECOND) * SECOND)
  if (failures >= FAILURES_IN_A_ROW || error.cure === 'smaller') throw error
  const pause = Math.max(
    error.retryAfterMs ?? 0,
    PAUSE_MS.first * 2 ** failures,
  )
  await sleep(Math.min(PAUSE_MS.most, pause))
  return size
}
