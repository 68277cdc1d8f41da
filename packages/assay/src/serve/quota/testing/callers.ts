import { onTestFinished } from 'vitest'
import { openStore } from '../../../store/open-store.js'
import type { Store } from '../../../store/store.js'
import type { Caller } from '../../answer.js'
import {
  NO_DISCLOSURES,
  type Service,
  type ServiceSettings,
} from '../../service.js'

export const NOON = Date.parse('2026-11-30T12:00:00Z')
export const MIDNIGHT = Date.parse('2026-12-01T00:00:00Z')

export const NOBODY: Caller = {
  address_sha256: 'ab'.repeat(32),
  key: null,
  client: null,
  paid: null,
  pack: null,
}

/** What quotas and billing need of a service, over a store in memory. */
export type Counting = Service & {
  /** Lets time pass, for all clocks. */
  readonly pass: (ms: number) => Promise<void>
}

/** A service that lives as long as the running test. */
export async function countingService(
  settings: Partial<ServiceSettings> = {},
): Promise<Counting> {
  let passed = 0
  let counter = 0
  const store = await openStore(':memory:', { now: () => NOON })
  onTestFinished(() => store.close())
  return {
    store,
    tools: {} as Service['tools'],
    settings: {
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
      ...settings,
    },
    now: () => NOON + passed,
    clock: () => passed,
    randomBytes: (count) =>
      Uint8Array.from({ length: count }, () => counter++ % 251),
    sleep: async (ms) => {
      passed += ms
    },
    log: () => {},
    signer: null,
    pass: async (ms) => {
      passed += ms
      await setClock(store, NOON + passed)
    },
  }
}

async function setClock(store: Store, to: number): Promise<void> {
  await store.setClockOffset(0)
  await store.setClockOffset(to - (await store.now()))
}
