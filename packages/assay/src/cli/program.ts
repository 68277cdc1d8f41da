import { safeText } from '@assay402/core'
import { Command, CommanderError } from 'commander'
import { isStoreError, StoreUnavailable } from '../store/errors.js'
import { SOFTWARE_VERSION } from '../version.js'
import { CliError, EXIT } from './exit.js'
import { registerCheck } from './register/check.js'
import { registerDelivery } from './register/delivery.js'
import { registerEngine } from './register/engine.js'
import { registerGuard } from './register/guard.js'
import { registerLooking } from './register/looking.js'
import { registerPure } from './register/pure.js'
import { registerRunning } from './register/running.js'
import { registerService } from './register/service.js'
import { registerSettlements } from './register/settlements.js'
import { type Terminal, write } from './terminal.js'
import type { World } from './world.js'

/**
 * The command line: every command loads its own module only when it runs, so
 * that `assay check` is at the network within a fraction of a second.
 */
export function createProgram(
  world: World,
  done: (exitCode: number) => void,
): Command {
  const { terminal } = world
  const program = new Command('assay')
    .description('Check an x402 payment before it is made.')
    .version(SOFTWARE_VERSION)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) =>
        terminal.stderr.write(text.split('\n').map(safeText).join('\n')),
    })
    .exitOverride()
    .showHelpAfterError('(assay --help shows every command)')
    .addHelpText('after', EXIT_HELP)

  registerCheck(program, world, done)
  registerPure(program, world, done)
  registerLooking(program, world, done)
  registerEngine(program, world, done)
  registerSettlements(program, world, done)
  registerDelivery(program, world, done)
  registerGuard(program, world, done)
  registerRunning(program, world, done)
  registerService(program, world, done)
  return program
}

/** Runs a command line; every failure becomes a message and an exit code. */
export async function runProgram(
  args: readonly string[],
  world: World,
): Promise<number> {
  let exitCode: number = EXIT.allow
  const program = createProgram(world, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return report(error, world.terminal)
  }
}

const EXIT_HELP = `
Exit codes: 0 allow or done, 1 block, 2 hold, 64 bad usage, 65 bad input data,
69 something of our own is unreachable, 70 our fault. A batch ends with its
worst decision.`

async function report(error: unknown, terminal: Terminal): Promise<number> {
  // Commander has already printed what was wrong, or the help asked for.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT.allow : EXIT.usage
  if (error instanceof CliError) {
    // Both may quote what others wrote.
    const hint = error.hint === undefined ? '' : `\n  ${safeText(error.hint)}`
    await write(terminal.stderr, `assay: ${safeText(error.message)}${hint}\n`)
    return error.exitCode
  }
  if (isStoreError(error)) {
    await write(terminal.stderr, `assay: store: ${safeText(error.message)}\n`)
    return error instanceof StoreUnavailable ? EXIT.unavailable : EXIT.data
  }
  const stack = error instanceof Error ? error.stack : String(error)
  await write(terminal.stderr, `assay: our fault, please report: ${stack}\n`)
  return EXIT.internal
}
