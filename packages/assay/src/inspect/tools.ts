import type { World } from '../cli/world.js'
import {
  createRdapBootstrap,
  createSafeFetch,
  type RdapBootstrap,
  type SafeFetch,
  userAgentOf,
} from '../collect/index.js'
import { SOFTWARE_VERSION } from '../version.js'

/** What an inspection uses of the outside. */
export type InspectTools = {
  readonly fetch: SafeFetch
  /** By the strict address rule, whatever the caller allows. */
  readonly strictFetch: SafeFetch
  readonly bootstrap: RdapBootstrap
  readonly now: () => number
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly timeoutMs: number
}

/** Where a seller can read who asks. */
const ABOUT = 'https://www.npmjs.com/package/@assay402/assay'

/** The tools of one command, over one world. */
export function createInspectTools(
  world: Pick<World, 'now' | 'clock' | 'randomBytes' | 'resolver'>,
  options: {
    readonly allowHosts: readonly string[]
    readonly timeoutMs: number
  },
): InspectTools {
  const common = {
    userAgent: userAgentOf(SOFTWARE_VERSION, ABOUT),
    clock: world.clock,
    resolver: world.resolver,
  }
  const fetch = createSafeFetch({ ...common, allowHosts: options.allowHosts })
  // Registries are asked by the strict rule, whatever the caller allows.
  const strict = createSafeFetch(common)
  return {
    fetch,
    strictFetch: strict,
    bootstrap: createRdapBootstrap({ fetch: strict, clock: world.clock }),
    now: world.now,
    clock: world.clock,
    randomBytes: world.randomBytes,
    timeoutMs: options.timeoutMs,
  }
}
