import type { Command } from 'commander'
import type { World } from '../world.js'
import type { Done } from './done.js'
import { collect, STORE } from './done.js'

/** `assay check`: the command with the most options. */
export function registerCheck(
  program: Command,
  world: World,
  done: Done,
): void {
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
      const { checkCommand } = await import('../commands/check.js')
      done(await checkCommand(urls, options, world))
    })
}

const BATCH = 'one URL, several, or - for a list on standard input'

const CHECK_EXAMPLES = `
Examples:
  assay check https://api.example.com/x --price 0.01
  assay check https://api.example.com/x --bundle bundle.json && assay replay bundle.json
  cat urls.txt | assay check - --json`
