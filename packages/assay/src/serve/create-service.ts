import type { World } from '../cli/world.js'
import { createInspectTools } from '../inspect/tools.js'
import type { Store } from '../store/store.js'
import type {
  LogEvent,
  ReceiptSigner,
  Service,
  ServiceSettings,
} from './service.js'
import { createProbeBudget } from './unified/probe-budget.js'

export type ServiceOptions = {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly log: (event: LogEvent) => void
  /** Null only in tests. */
  readonly signer: ReceiptSigner | null
  /** For the challenge of one check, milliseconds; 8 000 when absent. */
  readonly timeoutMs?: number | undefined
}

/** What one running service is made of, over one world and store. */
export function createService(
  world: Pick<World, 'now' | 'clock' | 'randomBytes' | 'resolver' | 'sleep'>,
  options: ServiceOptions,
): Service {
  const { store, settings, log, signer, timeoutMs = 8_000 } = options
  const { now, clock, randomBytes, sleep } = world
  const tools = createInspectTools(world, {
    allowHosts: settings.allowHosts,
    timeoutMs,
    store: {
      open: async () => store,
      note: (text) => log({ level: 'warn', event: 'store', detail: text }),
    },
    probesShared: 'with_store',
  })
  const admit = createProbeBudget({ store, clock, now })
  return {
    store,
    tools: { ...tools, admit },
    ...{ settings, now, clock, randomBytes, sleep, log, signer },
  }
}
