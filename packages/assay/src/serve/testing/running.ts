import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { namesOf } from '../../collect/testing/network.js'
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { createApp, type ServiceApp } from '../app.js'
import { createService } from '../create-service.js'
import { type Listening, listen } from '../listen.js'
import { newReceiptKey } from '../receipts/key-file.js'
import { createReceiptSigner } from '../receipts/signer.js'
import {
  type LogEvent,
  NO_DISCLOSURES,
  type Service,
  type ServiceSettings,
} from '../service.js'

export const NOON = Date.parse('2026-11-30T12:00:00Z')

/** A whole service on loopback, over a store in memory. */
export type Running = Listening & {
  readonly service: Service
  readonly app: ServiceApp
  readonly store: Store
  readonly events: readonly LogEvent[]
  /** Lets time pass, for both clocks. */
  readonly pass: (ms: number) => void
  readonly get: (path: string, init?: RequestInit) => Promise<Response>
  readonly post: (
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>
}

export type RunningOptions = {
  readonly settings?: Partial<ServiceSettings>
  readonly prepare?: (store: Store) => Promise<void>
  readonly wrap?: (service: Service) => Service
  readonly timeoutMs?: number
  readonly parts?: Parameters<typeof createApp>[1]
}

/** Starts a service that lives as long as the running test. */
export async function startService(
  options: RunningOptions = {},
): Promise<Running> {
  let passed = 0
  const store = await openStore(':memory:', { now: () => NOON + passed })
  await options.prepare?.(store)
  const events: LogEvent[] = []
  const clock = () => performance.now() + passed
  const now = () => NOON + passed
  const key = newReceiptKey(NOON)
  const made = createService(
    {
      now,
      clock,
      randomBytes: (count) => randomBytes(count),
      sleep: async () => {},
      resolver: namesOf({}),
    },
    {
      store,
      settings: { ...SETTINGS, ...options.settings },
      log: (event) => events.push(event),
      signer: createReceiptSigner({
        keys: { signing: () => key, published: () => [key.jwk] },
        issuer: options.settings?.publicUrl ?? SETTINGS.publicUrl,
        now,
        randomBytes: (count) => randomBytes(count),
      }),
      timeoutMs: options.timeoutMs ?? 2_000,
    },
  )
  const service = options.wrap?.(made) ?? made
  const app = createApp(service, options.parts)
  const listening = await listen(() => app, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await listening.close()
    await store.close()
  })
  return {
    ...listening,
    service,
    app,
    store,
    events,
    pass: (ms) => {
      passed += ms
    },
    get: (path, init) => fetch(listening.url + path, init),
    post: (path, body, headers) =>
      fetch(listening.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

const SETTINGS: ServiceSettings = {
  publicUrl: 'http://assay.test',
  open: false,
  trustProxy: 0,
  salt: 'salt of a test',
  payTo: {},
  network: 'eip155:8453',
  facilitatorUrl: 'http://facilitator.test',
  exemptKeys: [],
  bundleSecret: null,
  disclosures: NO_DISCLOSURES,
  allowHosts: [],
}
