import type { Command } from 'commander'
import type { World } from '../world.js'
import type { Done } from './done.js'

/** Decisions for programs that pay, in any language. */
export function registerGuard(
  program: Command,
  world: World,
  done: Done,
): void {
  program
    .command('guard')
    .description('decisions for programs in other languages')
    .option('--stdio', 'JSON lines in and out')
    .option('--policy <file>', 'your spend policy (JSON)')
    .option('--ledger <file>', 'keep the spend ledger in files')
    .action(async (options) => {
      const { guardCommand } = await import('../commands/guard.js')
      done(await guardCommand(options, world))
    })
}
