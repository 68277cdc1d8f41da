import type { LedgerEvent } from './event.js'
import { createLedger, type Ledger } from './ledger.js'

export type EngineLedgerOptions = {
  /** The engine, e.g. `https://assay.example`. */
  readonly url: string
  /** Names the ledger: every guard with this key shares it. */
  readonly api_key: string
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds for one call; 5 s when not said. */
  readonly timeout_ms?: number
}

const LIMITS = { timeout_ms: 5_000 } as const

/**
 * A ledger kept by the engine: `GET /v1/ledger?after=P` gives
 * `{ events, position }`, `POST /v1/ledger { after, events }` appends or
 * answers 409 when something stands after `after`.
 */
export function engineLedger(options: EngineLedgerOptions): Ledger {
  const base = `${options.url.replace(/\/+$/, '')}/v1/ledger`
  const call = options.fetch ?? globalThis.fetch.bind(globalThis)
  const headers = {
    authorization: `Bearer ${options.api_key}`,
    'content-type': 'application/json',
  }
  const signal = () =>
    AbortSignal.timeout(options.timeout_ms ?? LIMITS.timeout_ms)
  return createLedger({
    read: async (after) => {
      const query =
        after === undefined ? '' : `?after=${encodeURIComponent(after)}`
      const answer = await call(base + query, {
        headers,
        redirect: 'error',
        signal: signal(),
      })
      if (!answer.ok)
        throw new Error(`the engine's ledger answers ${answer.status}`)
      return readPage(await answer.json())
    },
    append: async (events, after) => {
      const answer = await call(base, {
        method: 'POST',
        headers,
        redirect: 'error',
        signal: signal(),
        body: JSON.stringify({ after, events }),
      })
      if (answer.status === 409) return false
      if (!answer.ok)
        throw new Error(`the engine's ledger answers ${answer.status}`)
      return true
    },
  })
}

function readPage(json: unknown): {
  events: readonly LedgerEvent[]
  position: string
} {
  const { events, position } = (json ?? {}) as {
    events?: unknown
    position?: unknown
  }
  if (!Array.isArray(events) || typeof position !== 'string')
    throw new Error("the engine's ledger gave no events")
  return { events: events as LedgerEvent[], position }
}
