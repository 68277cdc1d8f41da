import type { Command } from 'commander'
import type { World } from '../world.js'
import type { Done } from './done.js'

/** What looks at hosts, and the sellers to try it on. */
export function registerLooking(
  program: Command,
  world: World,
  done: Done,
): void {
  program
    .command('screen')
    .description('is this host or wallet what it seems to be?')
    .argument('<targets...>', 'hosts, URLs or wallets')
    .option(
      '--no-registration',
      'do not look up when the domain was registered',
    )
    .option('--json', 'the answer as JSON (JSON lines for several)')
    .action(async (targets: string[], options) => {
      const { screenCommand } = await import('../commands/screen.js')
      done(await screenCommand(targets, options, world))
    })

  program
    .command('sandbox')
    .description('x402 sellers of every kind on loopback, to try Assay on')
    .option('--check', 'check every seller, print the table, and end')
    .option('--json', 'with --check: the table as JSON')
    .action(async (options) => {
      const { sandboxCommand } = await import('../commands/sandbox.js')
      done(await sandboxCommand(options, world))
    })
}
