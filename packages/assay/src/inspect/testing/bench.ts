import { defaultPolicy, resourceId } from '@assay402/core'
import { onTestFinished } from 'vitest'
import { namesOf } from '../../collect/testing/network.js'
import { openStore } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { inspect } from '../inspect.js'
import type { Inspection } from '../inspection.js'
import type { StoreAccess } from '../opened-store.js'
import type { InspectRequest } from '../request.js'
import { createInspectTools, type InspectTools } from '../tools.js'
import type { Shop } from './shop.js'

export const NOON = Date.parse('2026-11-30T12:00:00Z')
export const HOUR = 3_600_000

/** Checks of one shop over one store, at moments of the test's choosing. */
export type Bench = {
  readonly store: Store
  readonly tools: InspectTools
  readonly notes: string[]
  readonly resource_id: string
  /** Lets time pass, for the wall clock and for the monotonic one. */
  readonly pass: (ms: number) => void
  readonly check: (more?: Partial<InspectRequest>) => Promise<Inspection>
}

/** A bench over a store in memory, or over the access given. */
export async function createBench(
  shop: Shop,
  given: { readonly access?: StoreAccess } = {},
): Promise<Bench> {
  const store = await openStore(':memory:', { now: () => NOON })
  onTestFinished(() => store.close())
  const notes: string[] = []
  let passed = 0
  let counter = 0
  const access: StoreAccess = given.access ?? {
    open: async () => store,
    note: (text) => notes.push(text),
  }
  const tools = createInspectTools(
    {
      now: () => NOON + passed,
      clock: () => performance.now() + passed,
      randomBytes: (count) =>
        Uint8Array.from({ length: count }, () => counter++ % 251),
      resolver: namesOf({}),
    },
    { allowHosts: [shop.host], timeoutMs: 2_000, store: access },
  )
  return {
    store,
    tools,
    notes,
    resource_id: resourceId(`GET ${shop.url}`),
    pass: (ms) => {
      passed += ms
    },
    check: (more) => inspect({ ...requestOf(shop), ...more }, tools),
  }
}

/** A check of a shop without anything expected. */
export function requestOf(shop: Shop): InspectRequest {
  return {
    url: shop.url,
    method: 'GET',
    check_expiry: false,
    skew_s: 30,
    policy: defaultPolicy,
    vouched: true,
    registration: 'skip',
  }
}

/** The answer of a rulebook, or what stands in its place. */
export function answerOf(
  { report }: Inspection,
  rulebook: string,
): Record<string, unknown> {
  return report.rulebooks[rulebook] as Record<string, unknown>
}

/** The codes of a report's reasons that are not notes. */
export function decidedBy({ report }: Inspection): string[] {
  return report.reasons
    .filter(({ decision }) => decision !== 'note')
    .map(({ code }) => code)
}
