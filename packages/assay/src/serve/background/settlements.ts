import type { World } from '../../cli/world.js'
import { settlementsFile } from '../../settlements/default-file.js'
import type { Providers } from '../../settlements/desk/readers.js'
import type { SettlementRounds } from '../../settlements/desk/rounds.js'
import { SOFTWARE_VERSION } from '../../version.js'
import type { Service } from '../service.js'
import type { Job } from './job.js'

const ROUND_MS = 60_000

/** The settlement work of a service, and the way to give its file back. */
export type SettlementsJob = Job & { readonly close: () => Promise<void> }

/**
 * Owns the settlement rows while there is something to do for them: reads
 * chains that have a provider, and runs what the command line has queued. The
 * engine is loaded when it is first needed.
 */
export function settlementsJob(
  service: Service,
  world: Pick<World, 'resolver' | 'terminal'>,
  providers: Providers,
): SettlementsJob {
  let rounds: Promise<SettlementRounds> | undefined
  return {
    name: 'settlements',
    restMs: ROUND_MS,
    run: async (signal) => {
      rounds ??= begin(service, world, providers)
      await (await rounds).run(signal)
    },
    close: async () => {
      await (await rounds)?.close()
    },
  }
}

async function begin(
  { store, settings, now, clock, sleep, log }: Service,
  { resolver, terminal: { env } }: Pick<World, 'resolver' | 'terminal'>,
  providers: Providers,
): Promise<SettlementRounds> {
  const { settlementRounds } = await import('../../settlements/desk/rounds.js')
  const { ownWalletsOf } = await import(
    '../../settlements/figures/own-wallets.js'
  )
  return settlementRounds({
    ...{ store, now, clock, sleep, resolver },
    file: settlementsFile(env),
    providers,
    own: ownWalletsOf(settings.disclosures, Object.values(settings.payTo)),
    userAgentVersion: SOFTWARE_VERSION,
    allowHosts: settings.allowHosts,
    onSynced: (report) =>
      log({ level: 'info', event: 'settlements', ...report }),
  })
}
