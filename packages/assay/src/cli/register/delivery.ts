import type { Command } from 'commander'
import { withStore } from '../store-access.js'
import type { World } from '../world.js'
import { collect, type Done, STORE } from './done.js'

/** What tries a seller's delivery. */
export function registerDelivery(
  program: Command,
  world: World,
  done: Done,
): void {
  program
    .command('spot-check')
    .description(
      'buy from a seller with a small wallet of your own (ASSAY_PROBE_KEY), at most $2 a month; or call what is declared free',
    )
    .argument('[urls...]', 'what to buy, once a day each')
    .option('--free', 'call what the catalogs declare free; nothing is paid')
    .option('--limit <count>', 'with --free: at most so many', '20')
    .option('--method <method>', 'GET or POST', 'GET')
    .option('--data <json>', "the seller's own sample, for POST")
    .option(
      '--rpc <url>',
      'a node, to look up what a killed run left open (ASSAY_RPC)',
    )
    .option(
      '--own <origin or wallet>',
      'of your own: never bought from (repeatable)',
      collect,
      [],
    )
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--db <path or URL>', STORE)
    .option('--json', 'one outcome a line')
    .action(async (urls, options) => {
      const { spotCheckCommand } = await import('../commands/spot-check.js')
      done(
        await withStore(options, world, (store) =>
          spotCheckCommand(urls, options, world, store),
        ),
      )
    })
}
