import type { Command } from 'commander'
import { withStore } from '../store-access.js'
import type { World } from '../world.js'
import type { Done } from './done.js'
import { collect, STORE } from './done.js'

/** What fills and reads the store. */
export function registerEngine(
  program: Command,
  world: World,
  done: Done,
): void {
  registerCrawl(program, world, done)
  registerLists(program, world, done)
  registerWatch(program, world, done)
  registerCopies(program, world, done)

  program
    .command('score')
    .description(
      'counterparty, merchant and reputation of a seller, from the store',
    )
    .argument('<subject>', 'an http(s) URL or a wallet')
    .option('--db <path or URL>', STORE)
    .option('--json', 'the answers as JSON')
    .action(async (subject, options) => {
      const { scoreCommand } = await import('../commands/score.js')
      done(await scoreCommand(subject, options, world))
    })
}

function registerLists(program: Command, world: World, done: Done): void {
  const lists = program
    .command('lists')
    .description('sanctions, screening feeds, facilitators')

  lists
    .command('update')
    .description(
      'fetch every list anew; the last good copy stays when that fails',
    )
    .option('--list <name>', 'only this list (repeatable)', collect, [])
    .option(
      '--ofac <url or file>',
      "where OFAC's list comes from (ASSAY_OFAC_URL)",
    )
    .option(
      '--feed <name=url>',
      'a screening feed; it is remembered',
      collect,
      [],
    )
    .option('--remove <name>', 'take a list out of use', collect, [])
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--force', 'take a list that looks incomplete or older')
    .option('--db <path or URL>', STORE)
    .option('--json', 'one outcome a line')
    .action(async (options) => {
      const { listsUpdateCommand } = await import('../commands/lists.js')
      const { listNews } = await import('../../watch/list-news.js')
      const { randomId } = await import('../../inspect/ids.js')
      done(
        await withStore(options, world, async (store) => {
          const exitCode = await listsUpdateCommand(options, world, store)
          const newId = () => randomId(world.randomBytes(16))
          await listNews(store, { now: world.now(), newId })
          return exitCode
        }),
      )
    })

  lists
    .command('status')
    .description('source, date, digest, count and freshness of every list')
    .option('--db <path or URL>', STORE)
    .option('--json', 'as JSON')
    .action(async (options) => {
      const { listsStatusCommand } = await import('../commands/lists.js')
      done(
        await withStore(options, world, (store) =>
          listsStatusCommand(options, world, store),
        ),
      )
    })
}

function registerWatch(program: Command, world: World, done: Done): void {
  const watch = program
    .command('watch')
    .description('be told when terms, status or a list match change')

  watch
    .command('add')
    .description('watch a resource ("GET https://…") or an origin')
    .argument('<subject>')
    .requiredOption('--webhook <url>', 'where events are posted, signed')
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--db <path or URL>', STORE)
    .option('--json', 'as JSON')
    .action(async (subject, options) => {
      const { watchAddCommand } = await import('../commands/watch.js')
      done(
        await withStore(options, world, (store) =>
          watchAddCommand(subject, options, world, store),
        ),
      )
    })

  watch
    .command('list')
    .description('the watches and their newest events')
    .option('--db <path or URL>', STORE)
    .option('--json', 'one watch a line')
    .action(async (options) => {
      const { watchListCommand } = await import('../commands/watch.js')
      done(
        await withStore(options, world, (store) =>
          watchListCommand(options, world, store),
        ),
      )
    })

  watch
    .command('remove')
    .argument('<id>')
    .option('--db <path or URL>', STORE)
    .action(async (id, options) => {
      const { watchRemoveCommand } = await import('../commands/watch.js')
      done(
        await withStore(options, world, (store) =>
          watchRemoveCommand(id, store),
        ),
      )
    })
}

function registerCopies(program: Command, world: World, done: Done): void {
  program
    .command('backup')
    .description('copy the store into a file, while others go on')
    .argument('<file>')
    .option('--db <path or URL>', STORE)
    .action(async (file, options) => {
      const { backupCommand } = await import('../commands/backup.js')
      done(
        await withStore(options, world, (store) =>
          backupCommand(file, world, store),
        ),
      )
    })

  program
    .command('restore')
    .description('make a new store from a backup')
    .argument('<file>')
    .option('--db <path or URL>', STORE)
    .action(async (file, options) => {
      const { restoreCommand } = await import('../commands/backup.js')
      done(await restoreCommand(file, options, world))
    })
}

function registerCrawl(program: Command, world: World, done: Done): void {
  program
    .command('crawl')
    .description('read catalogs, look at what is due, politely, and judge it')
    .option(
      '--source <source>',
      "bazaar, x402scan, a facilitator's URL, a file or folder (repeatable)",
      collect,
      [],
    )
    .option('--forever', 'go on until interrupted')
    .option('--limit <count>', 'look at so many endpoints at most')
    .option('--workers <count>', 'requests under way at once', '32')
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--db <path or URL>', STORE)
    .option('--json', 'the coverage as JSON')
    .action(async (options) => {
      const { crawlCommand } = await import('../commands/crawl.js')
      done(
        await withStore(options, world, (store) =>
          crawlCommand(options, world, store),
        ),
      )
    })

  program
    .command('rebuild')
    .description('derive everything from evidence again')
    .option('--db <path or URL>', STORE)
    .action(async (options) => {
      const { rebuildCommand } = await import('../commands/rebuild.js')
      done(
        await withStore(options, world, (store) =>
          rebuildCommand(world, store),
        ),
      )
    })
}
