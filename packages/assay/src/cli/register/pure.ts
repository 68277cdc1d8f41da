import type { Command } from 'commander'
import type { World } from '../world.js'
import type { Done } from './done.js'

/** What reads and computes, and asks nobody. */
export function registerPure(program: Command, world: World, done: Done): void {
  const { terminal } = world
  program
    .command('challenge')
    .description('read a saved 402 answer {status, headers, body}')
    .argument('[file]', 'a file, or - for standard input')
    .option('--jsonl', 'one answer a line')
    .option('--json', 'the reading as JSON')
    .action(async (file, options) => {
      const { challengeCommand } = await import('../commands/challenge.js')
      done(await challengeCommand(file, options, terminal))
    })

  program
    .command('judge')
    .description('a rulebook, pure: its input in, its output out')
    .argument('<rulebook>')
    .argument('[file]', 'a file, or - for standard input')
    .option('--jsonl', 'one input a line, one output a line, same order')
    .action(async (id, file, options) => {
      const { judgeCommand } = await import('../commands/judge.js')
      done(await judgeCommand(id, file, options, terminal))
    })

  program
    .command('decide')
    .description('the decision, pure: evidence and a spend policy in')
    .argument('[file]', 'a file, or - for standard input')
    .action(async (file) => {
      const { decideCommand } = await import('../commands/decide.js')
      done(await decideCommand(file, terminal))
    })

  program
    .command('replay')
    .description('recompute a report from its bundle, offline')
    .argument('<bundle>', 'a file written by check --bundle, or -')
    .option('--json', 'the comparison as JSON')
    .action(async (file, options) => {
      const { replayCommand } = await import('../commands/replay.js')
      done(await replayCommand(file, options, terminal))
    })

  program
    .command('rulebooks')
    .description('the published rules')
    .argument('[id]')
    .option('--json', 'rules, thresholds, codes, lists and schemas as JSON')
    .action(async (id, options) => {
      const { rulebooksCommand } = await import('../commands/rulebooks.js')
      done(await rulebooksCommand(id, options, terminal))
    })
}
