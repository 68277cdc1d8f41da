import type { FacilitatorClient } from '@x402/core/server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { namesOf } from '../../../collect/testing/network.js'
import {
  createInspectTools,
  type InspectTools,
} from '../../../inspect/tools.js'
import { openStore } from '../../../store/open-store.js'
import type { Store } from '../../../store/store.js'
import type { Caller, ServiceEnv } from '../../answer.js'
import { billing } from '../../billing/billing.js'
import { answerErrors } from '../../http/errors.js'
import { givesBack } from '../../quota/give-back.js'
import {
  NO_DISCLOSURES,
  type Service,
  type ServiceSettings,
} from '../../service.js'
import { FREE_ACCESS, surfaceRoutes } from '../index.js'

export const NOON = Date.parse('2026-11-30T12:00:00Z')

/** A service over a real store, and a way to call its surfaces over HTTP. */
export type SurfaceBench = {
  readonly service: Service
  /** Lets time pass, for all clocks. */
  readonly pass: (ms: number) => Promise<void>
  /** From now on requests come from him. */
  readonly callAs: (caller: Partial<Caller>) => void
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  /** Payments that were settled. */
  readonly settled: () => number
}

export type BenchOptions = Partial<ServiceSettings> & {
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** `counted`: quotas and prices stand before the surfaces. */
  readonly charging?: 'counted' | 'off'
  readonly admit?: InspectTools['admit']
}

/** A bench that lives as long as the running test. */
export async function createSurfaceBench(
  options: BenchOptions = {},
): Promise<SurfaceBench> {
  const { names = {}, charging = 'off', admit, ...settings } = options
  const store = await openStore(':memory:', { now: () => NOON })
  onTestFinished(() => store.close())
  let passed = 0
  let counter = 0
  const world = {
    now: () => NOON + passed,
    clock: () => performance.now() + passed,
    randomBytes: (count: number) =>
      Uint8Array.from({ length: count }, () => counter++ % 251),
    resolver: namesOf(names),
  }
  const service: Service = {
    ...world,
    store,
    tools: {
      ...createInspectTools(world, {
        allowHosts: settings.allowHosts ?? [],
        timeoutMs: 1_500,
        store: { open: async () => store, note: () => {} },
        probesShared: 'with_store',
      }),
      admit,
    },
    settings: { ...SETTINGS, ...settings },
    sleep: async () => {},
    log: () => {},
    signer: null,
  }
  let caller = NOBODY
  const { facilitator, settled } = countingFacilitator()
  const app = new Hono<ServiceEnv>()
  answerErrors(app, service)
  app.use(async (c, next) => {
    c.set('caller', caller)
    await next()
  })
  app.use(givesBack(service))
  if (charging === 'counted')
    app.use(billing(service, { access: FREE_ACCESS, facilitator }).middleware)
  app.route('/', surfaceRoutes(service))
  return {
    service,
    settled,
    pass: async (ms) => {
      passed += ms
      await setClock(store, NOON + passed)
    },
    callAs: (given) => {
      caller = { ...NOBODY, ...given }
    },
    get: async (path, headers = {}) => app.request(path, { headers }),
    post: async (path, body, headers = {}) =>
      app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** A caller without a key, a name or a payment. */
export const NOBODY: Caller = {
  address_sha256: 'ab'.repeat(32),
  key: null,
  client: null,
  paid: null,
  pack: null,
}

async function setClock(store: Store, to: number): Promise<void> {
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}

/** Takes every payment and counts those that it settled. */
function countingFacilitator() {
  let settled = 0
  const facilitator: FacilitatorClient = {
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
      extensions: [],
      signers: {},
    }),
    verify: async () => ({ isValid: true, payer: `0x${'5'.repeat(40)}` }),
    settle: async (_, { network }) => {
      settled++
      return { success: true, transaction: `0x${'7'.repeat(64)}`, network }
    },
  }
  return { facilitator, settled: () => settled }
}

const SETTINGS: ServiceSettings = {
  publicUrl: 'https://assay.example',
  open: false,
  trustProxy: 0,
  salt: 'salt',
  payTo: {},
  network: 'eip155:8453',
  facilitatorUrl: 'https://facilitator.example',
  exemptKeys: [],
  bundleSecret: null,
  disclosures: NO_DISCLOSURES,
  allowHosts: [],
}

/** The JSON of an answer. */
export async function json(
  response: Response,
): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}
