import type { Command } from 'commander'
import type { World } from '../world.js'
import type { Done } from './done.js'
import { collect } from './done.js'

/** What runs a service, and what its users check by. */
export function registerService(
  program: Command,
  world: World,
  done: Done,
): void {
  program
    .command('verify')
    .description('does a receipt hold, and what does it say?')
    .argument('<receipt>', 'the receipt, a file that holds it, or -')
    .option('--jwks <file or URL>', "its issuer's keys (default: asks it)")
    .option('--issuer <url>', 'the only issuer that is believed')
    .option('--audience <name>', 'who it must have been made out to')
    .option('--report <file>', 'the report that it must be about')
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async (receipt: string, options) => {
      const { verifyCommand } = await import('../commands/verify.js')
      done(await verifyCommand(receipt, options, world))
    })

  const keys = program
    .command('keys')
    .description('the keys that receipts are signed with')
  keys
    .command('rotate')
    .description('add a key; the old ones stay known until it is no matter')
    .option('--keys <folder>', 'default: ASSAY_KEYS, else beside the store')
    .action(async (options) => {
      const { rotateKeysCommand } = await import('../commands/keys.js')
      done(await rotateKeysCommand(options, world))
    })
}

const VERIFY_EXAMPLES = `
Examples:
  curl -s https://assay.example/.well-known/jwks.json > jwks.json
  assay verify answer.json --jwks jwks.json --audience my-agent
  assay verify eyJhbGciOi… --jwks jwks.json --report report.json`
