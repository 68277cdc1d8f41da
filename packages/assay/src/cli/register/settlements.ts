import type { Command } from 'commander'
import { createCommandStore, withStore } from '../store-access.js'
import type { World } from '../world.js'
import { collect, type Done, STORE } from './done.js'

const FILE = 'the settlement file (default: beside the store)'
const ALLOW = 'lift the private-address refusal for exactly this target'

/** What reads settlements, and takes them in and out. */
export function registerSettlements(
  program: Command,
  world: World,
  done: Done,
): void {
  const settlements = program
    .command('settlements')
    .description('who really pays whom: on-chain transfers and their figures')
  registerSync(settlements, world, done)
  registerFiles(settlements, world, done)

  settlements
    .command('status')
    .description('who owns the rows, whose figures are known, what is queued')
    .option('--file <path>', FILE)
    .option('--db <path or URL>', STORE)
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { settlementsStatusCommand } = await import(
        '../commands/settlements-status.js'
      )
      done(
        await withStore(options, world, (store) =>
          settlementsStatusCommand(options, world, store),
        ),
      )
    })
}

function registerSync(settlements: Command, world: World, done: Done): void {
  settlements
    .command('sync')
    .description('read transfers from chain or API, on from the last time')
    .option(
      '--rpc <url>',
      'a JSON-RPC provider, or network=URL; several stand in for each other (repeatable; ASSAY_RPC_URL)',
      collect,
      [],
    )
    .option(
      '--source <source>',
      'rpc, or cdp: the SQL API, with ASSAY_CDP_TOKEN (ASSAY_CDP_URL)',
    )
    .option(
      '--network <network>',
      'only this network (repeatable; default: all that have a provider)',
      collect,
      [],
    )
    .option(
      '--wallet <address>',
      'read this wallet, from now on too (repeatable; default: those of catalogs)',
      collect,
      [],
    )
    .option('--wallets <file>', 'a file of wallets, one a line, or -')
    .option('--days <days>', 'how far back', '60')
    .option('--rate <n>', 'requests to a provider a second (ASSAY_RPC_RATE)')
    .option('--no-hops', 'do not follow what sellers send on')
    .option(
      '--disclosures <file>',
      'wallets of your own: no buyers of anybody (ASSAY_DISCLOSURES)',
    )
    .option('--allow-host <host:port>', ALLOW, collect, [])
    .option('--file <path>', FILE)
    .option('--db <path or URL>', STORE)
    .option('--no-store', 'copy no figures')
    .option('--json', 'one report a network and line')
    .addHelpText(
      'after',
      `
Goes on where it was stopped; Ctrl-C loses nothing that was read. Figures of
the wallets whose rows changed are copied into the store, where check, score and
serve find them. When another process owns the settlement file, the same is
queued for it.

  assay settlements sync --rpc https://… --rpc https://… --rpc solana=https://…
  assay settlements sync --source cdp --days 60`,
    )
    .action(async (options) => {
      const { settlementsSyncCommand } = await import(
        '../commands/settlements.js'
      )
      const access = createCommandStore(options, world)
      try {
        const store = (await access.open()) ?? null
        done(await settlementsSyncCommand(options, world, store))
      } finally {
        await access.close()
      }
    })
}

function registerFiles(settlements: Command, world: World, done: Done): void {
  settlements
    .command('import')
    .description('take in Parquet, CSV or JSON lines')
    .argument('<files...>')
    .option('--format <format>', 'parquet, csv or jsonl (default: by the name)')
    .option(
      '--covers <from..to>',
      'the file has every USDC transfer of every wallet in this span',
    )
    .option(
      '--disclosures <file>',
      'wallets of your own: no buyers of anybody (ASSAY_DISCLOSURES)',
    )
    .option('--file <path>', FILE)
    .option('--db <path or URL>', STORE)
    .option('--no-store', 'copy no figures')
    .option('--json', 'one report a file and line')
    .addHelpText(
      'after',
      `
Columns: network, block_time, block, tx, log_index, from, to, amount,
facilitator, class (strong, by_contract, probable, weak, none). A file of JSON
lines may say itself what it covers:
  { "covers": { "network": "base", "from": "…", "to": "…" } }`,
    )
    .action(async (files, options) => {
      const { settlementsImportCommand } = await import(
        '../commands/settlements.js'
      )
      const access = createCommandStore(options, world)
      try {
        const store = (await access.open()) ?? null
        done(await settlementsImportCommand(files, options, world, store))
      } finally {
        await access.close()
      }
    })

  settlements
    .command('export')
    .description('write immutable Parquet, one file a network and month')
    .argument('<folder>')
    .option('--file <path>', FILE)
    .option('--db <path or URL>', STORE)
    .option('--no-store', 'leave no job when another process owns the file')
    .option('--json', 'the new files as JSON')
    .action(async (folder, options) => {
      const { settlementsExportCommand } = await import(
        '../commands/settlements.js'
      )
      const access = createCommandStore(options, world)
      try {
        const store = (await access.open()) ?? null
        done(await settlementsExportCommand(folder, options, world, store))
      } finally {
        await access.close()
      }
    })
}
