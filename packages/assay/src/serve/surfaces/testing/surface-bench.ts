import type { FacilitatorClient } from '@x402/core/server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { namesOf } from '../../../collect/testing/network.js'
import { createInspectTools } from '../../../inspect/tools.js'
import { openStore } from '../../../store/open-store.js'
import type { Caller, ServiceEnv } from '../../answer.js'
import { billing } from '../../billing/billing.js'
import { ProblemError, problemResponse } from '../../problem.js'
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
  /** Lets time pass, for the wall clock and for the monotonic one. */
  readonly pass: (ms: number) => void
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
  /** The surfaces as the app mounts them. */
  readonly app: Hono<ServiceEnv>
}

export type BenchOptions = Partial<ServiceSettings> & {
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** `counted`: quotas and prices stand before the surfaces. */
  readonly charging?: 'counted' | 'off'
}

/** A bench that lives as long as the running test. */
export async function createSurfaceBench(
  options: BenchOptions = {},
): Promise<SurfaceBench> {
  const { names = {}, charging = 'off', ...settings } = options
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
    tools: createInspectTools(world, {
      allowHosts: settings.allowHosts ?? [],
      timeoutMs: 1_500,
      store: { open: async () => store, note: () => {} },
      probesShared: 'with_store',
    }),
    settings: { ...SETTINGS, ...settings },
    sleep: async () => {},
    log: () => {},
    signer: null,
  }
  let caller = NOBODY
  const app = new Hono<ServiceEnv>()
  app.onError((error) => {
    if (error instanceof ProblemError) return problemResponse(error.problem)
    throw error
  })
  app.use(async (c, next) => {
    c.set('caller', caller)
    await next()
  })
  if (charging === 'counted')
    app.use(
      billing(service, { access: FREE_ACCESS, facilitator: FACILITATOR })
        .middleware,
    )
  app.route('/', surfaceRoutes(service))
  return {
    service,
    app,
    pass: (ms) => {
      passed += ms
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

/** Takes every payment. */
const FACILITATOR: FacilitatorClient = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
    extensions: [],
    signers: {},
  }),
  verify: async () => ({ isValid: true, payer: NOBODY.address_sha256 }),
  settle: async (_, { network }) => ({
    success: true,
    transaction: '0x1',
    network,
  }),
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
