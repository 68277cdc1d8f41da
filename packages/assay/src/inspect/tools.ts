import type { World } from '../cli/world.js'
import {
  createRdapBootstrap,
  createSafeFetch,
  type SafeFetch,
  userAgentOf,
} from '../collect/index.js'
import { SOFTWARE_VERSION } from '../version.js'
import { NO_STORE, type StoreAccess } from './opened-store.js'
import { createRegistrations, type Registrations } from './registrations.js'
import { createSharedProbes, type SharedProbes } from './shared-probes.js'

/** What an inspection uses of the outside. */
export type InspectTools = {
  readonly fetch: SafeFetch
  readonly registrations: Registrations
  readonly store: StoreAccess
  readonly probes: SharedProbes
  readonly probesShared: 'in_process' | 'with_store' | 'never'
  /** Asked before a seller is; what it throws ends the inspection. */
  readonly admit?: ((url: string) => Promise<void>) | undefined
  readonly now: () => number
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly timeoutMs: number
}

/** Where a seller can read who asks. */
const ABOUT = 'https://www.npmjs.com/package/@assay402/assay'

export type InspectOptions = {
  readonly allowHosts: readonly string[]
  readonly timeoutMs: number
  /** None when absent. */
  readonly store?: StoreAccess | undefined
  /**
   * `with_store`: a probe that another process stored within 300 s is used too,
   * at the price of asking the store before the seller. `never`: each check
   * probes. `in_process` when absent.
   */
  readonly probesShared?: InspectTools['probesShared'] | undefined
}

/** The tools of one command or server, over one world. */
export function createInspectTools(
  world: Pick<World, 'now' | 'clock' | 'randomBytes' | 'resolver'>,
  options: InspectOptions,
): InspectTools {
  const { now, clock, randomBytes, resolver } = world
  const { store = NO_STORE, allowHosts, timeoutMs } = options
  const common = {
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    clock,
    resolver,
  }
  // Registries are asked by the strict rule, whatever the caller allows.
  const strict = createSafeFetch(common)
  return {
    fetch: createSafeFetch({ ...common, allowHosts }),
    registrations: createRegistrations({
      fetch: strict,
      bootstrap: createRdapBootstrap({ fetch: strict, clock }),
      store,
      now,
      randomBytes,
    }),
    store,
    probes: createSharedProbes(clock),
    probesShared: options.probesShared ?? 'in_process',
    now,
    clock,
    randomBytes,
    timeoutMs,
  }
}
