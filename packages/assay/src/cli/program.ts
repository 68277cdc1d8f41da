import { safeText } from '@assay402/core'
import { Command, CommanderError } from 'commander'
import { SOFTWARE_VERSION } from '../version.js'
import { CliError, EXIT } from './exit.js'
import { type Terminal, write } from './terminal.js'
import type { World } from './world.js'

const STORE =
  'a file or postgres:// (default: ASSAY_DB, else ~/.local/share/assay/assay.db)'
const BATCH = 'one URL, several, or - for a list on standard input'

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

  program
    .command('check')
    .description('probe an endpoint without paying, judge it, decide')
    .argument('<urls...>', BATCH)
    .option('--method <method>', 'declared method', 'GET')
    .option('--data <json>', 'body to send with the declared method')
    .option(
      '--header <name: value>',
      'extra header, never a credential',
      collect,
      [],
    )
    .option('--price <usd>', 'the price you expect, in USD')
    .option('--pay-to <address>', 'the wallet you expect')
    .option('--network <id>', 'the network you expect (CAIP-2 or v1 name)')
    .option('--policy <file>', 'your spend policy (JSON)')
    .option('--rulebooks <ids>', 'only these, separated by commas')
    .option('--check-expiry', 'refuse terms that expire within --skew')
    .option('--skew <seconds>', 'safety margin for --check-expiry', '30')
    .option('--timeout <seconds>', 'time for each request', '8')
    .option(
      '--no-registration',
      'do not look up when the domain was registered',
    )
    .option('--offline', 'judge by stored evidence alone, ask nobody')
    .option('--db <path or URL>', STORE)
    .option('--no-store', 'use no store: no history, and nothing is kept')
    .option('--bundle <file>', 'also write the evidence, for assay replay')
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--json', 'the report as JSON (JSON lines for several URLs)')
    .option('--jsonl', 'one report a line')
    .option('--markdown', 'the report as Markdown')
    .option('--sarif', 'the reasons as SARIF 2.1.0')
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (urls: string[], options) => {
      const { checkCommand } = await import('./commands/check.js')
      done(await checkCommand(urls, options, world))
    })

  program
    .command('challenge')
    .description('read a saved 402 answer {status, headers, body}')
    .argument('[file]', 'a file, or - for standard input')
    .option('--jsonl', 'one answer a line')
    .option('--json', 'the reading as JSON')
    .action(async (file, options) => {
      const { challengeCommand } = await import('./commands/challenge.js')
      done(await challengeCommand(file, options, terminal))
    })

  program
    .command('judge')
    .description('a rulebook, pure: its input in, its output out')
    .argument('<rulebook>')
    .argument('[file]', 'a file, or - for standard input')
    .option('--jsonl', 'one input a line, one output a line, same order')
    .action(async (id, file, options) => {
      const { judgeCommand } = await import('./commands/judge.js')
      done(await judgeCommand(id, file, options, terminal))
    })

  program
    .command('decide')
    .description('the decision, pure: evidence and a spend policy in')
    .argument('[file]', 'a file, or - for standard input')
    .action(async (file) => {
      const { decideCommand } = await import('./commands/decide.js')
      done(await decideCommand(file, terminal))
    })

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
      const { screenCommand } = await import('./commands/screen.js')
      done(await screenCommand(targets, options, world))
    })

  program
    .command('replay')
    .description('recompute a report from its bundle, offline')
    .argument('<bundle>', 'a file written by check --bundle, or -')
    .option('--json', 'the comparison as JSON')
    .action(async (file, options) => {
      const { replayCommand } = await import('./commands/replay.js')
      done(await replayCommand(file, options, terminal))
    })

  program
    .command('rulebooks')
    .description('the published rules')
    .argument('[id]')
    .option('--json', 'rules, thresholds, codes, lists and schemas as JSON')
    .action(async (id, options) => {
      const { rulebooksCommand } = await import('./commands/rulebooks.js')
      done(await rulebooksCommand(id, options, terminal))
    })

  program
    .command('sandbox')
    .description('x402 sellers of every kind on loopback, to try Assay on')
    .option('--check', 'check every seller, print the table, and end')
    .option('--json', 'with --check: the table as JSON')
    .action(async (options) => {
      const { sandboxCommand } = await import('./commands/sandbox.js')
      done(await sandboxCommand(options, world))
    })

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

const CHECK_EXAMPLES = `
Examples:
  assay check https://api.example.com/x --price 0.01
  assay check https://api.example.com/x --bundle bundle.json && assay replay bundle.json
  cat urls.txt | assay check - --json`

function collect(value: string, previous: string[]): string[] {
  return [...previous, value]
}

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
  const stack = error instanceof Error ? error.stack : String(error)
  await write(terminal.stderr, `assay: our fault, please report: ${stack}\n`)
  return EXIT.internal
}
