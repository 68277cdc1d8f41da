import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FacilitatorClient } from '@x402/core/server'
import { Hono } from 'hono'
import type {
  Caller,
  ServiceEnv,
} from '../../packages/assay/src/serve/answer.js'
import {
  type Access,
  type Billing,
  billing,
  type ChargeReader,
  PRICES,
} from '../../packages/assay/src/serve/billing/index.js'
import { readCredential } from '../../packages/assay/src/serve/quota/credentials.js'
import { quotaFor } from '../../packages/assay/src/serve/quota/quota-for.js'
import {
  quotaProblem,
  takeQuota,
} from '../../packages/assay/src/serve/quota/take.js'
import {
  type LogEvent,
  NO_DISCLOSURES,
  type Service,
  type ServiceSettings,
} from '../../packages/assay/src/serve/service.js'
import type { Store } from '../../packages/assay/src/store/store.js'

export const PUBLIC_URL = 'https://assay.example'

export type Shop = {
  readonly app: Hono<ServiceEnv>
  readonly service: Service
  readonly billing: Billing
  /** What the handlers were asked, e.g. `GET /merchant/check`. */
  readonly handled: string[]
  readonly logged: LogEvent[]
  /** Moves the service's wall clock and its pauses. */
  readonly pass: (ms: number) => void
}

export type ShopOptions = {
  readonly store: Store
  readonly payTo?: string | null
  readonly facilitator?: FacilitatorClient | undefined
  readonly readCharge?: ChargeReader | undefined
  readonly settings?: Partial<ServiceSettings>
  readonly access?: Partial<Record<'terms' | 'destination', Access>>
}

/**
 * Billing over handlers of a few lines: every paid path answers how often it was
 * asked, or by `?status=` with that status.
 */
export function openShop(options: ShopOptions): Shop {
  const handled: string[] = []
  const logged: LogEvent[] = []
  let passed = 0
  const service: Service = {
    store: options.store,
    tools: {} as Service['tools'],
    settings: {
      publicUrl: PUBLIC_URL,
      open: false,
      trustProxy: 0,
      salt: 'salt',
      payTo: options.payTo ? { 'eip155:8453': options.payTo } : {},
      network: 'eip155:8453',
      facilitatorUrl: 'http://127.0.0.1:9',
      exemptKeys: [],
      bundleSecret: null,
      disclosures: NO_DISCLOSURES,
      allowHosts: [],
      ...options.settings,
    },
    now: () => Date.now() + passed,
    clock: () => performance.now() + passed,
    randomBytes: (count) => randomBytes(count),
    sleep: (ms) => sleep(ms),
    log: (event) => logged.push(event),
    signer: null,
  }
  const { facilitator, readCharge, access = freeAccess } = options
  const charging = billing(service, { facilitator, readCharge, access })
  const app = new Hono<ServiceEnv>()
  app.use(async (c, next) => {
    c.set('caller', await callerOf(service, (name) => c.req.header(name)))
    await next()
  })
  app.use(charging.middleware)
  for (const { path, methods } of PRICES)
    app.on([...methods], path, (c) => {
      handled.push(`${c.req.method} ${c.req.path}`)
      const { paid, pack } = c.get('caller')
      const access = paid ? 'paid' : pack ? 'router' : 'free'
      const status = Number(c.req.query('status') ?? 200)
      return c.json({ answer: handled.length, access }, status as 200)
    })
  const pass = (ms: number) => {
    passed += ms
  }
  return { app, service, billing: charging, handled, logged, pass }
}

async function callerOf(
  service: Service,
  header: (name: string) => string | undefined,
): Promise<Caller> {
  const shown = await readCredential(service, header)
  return {
    address_sha256: header('x-address') ?? 'address',
    key: shown.kind === 'key' ? shown.key : null,
    client: header('x-client') ?? null,
    paid: null,
    pack: null,
  }
}

const freeAccess: NonNullable<ShopOptions['access']> = {
  terms: async (c, service) => {
    const { settings, now } = service
    if (c.req.query('access') === 'paid') return 'pay'
    const claims = quotaFor('terms', 'check', c.get('caller'), settings, now())
    const taken = await takeQuota(service, claims)
    if (taken.taken) return 'free'
    const { exhausted } = taken
    return exhausted.scope === 'terms_free_client'
      ? 'pay'
      : quotaProblem(exhausted, now())
  },
  destination: async (c, service) => {
    const { settings, now } = service
    const caller = c.get('caller')
    const claims = quotaFor('destination', 'check', caller, settings, now())
    const taken = await takeQuota(service, claims)
    return taken.taken ? 'free' : 'pay'
  },
}
