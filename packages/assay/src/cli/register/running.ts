import type { Command } from 'commander'
import { withStore } from '../store-access.js'
import type { World } from '../world.js'
import { collect, type Done, STORE } from './done.js'

/** What runs until it is stopped: `serve` and `worker`. */
export function registerRunning(
  program: Command,
  world: World,
  done: Done,
): void {
  const serve = program
    .command('serve')
    .description('the HTTP API, and the work behind it, until interrupted')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--port <port>', 'the port to listen on, 0 for a free one', '4020')
  background(serve)
    .addHelpText('after', `${CONTACTS}${SETTINGS}`)
    .action(async (options) => {
      const { serveCommand } = await import('../commands/serve.js')
      done(
        await withStore(options, world, (store) =>
          serveCommand(options, world, store),
        ),
      )
    })
  const worker = program
    .command('worker')
    .description('the work behind the API alone, against a shared store')
  background(worker)
    .addHelpText('after', CONTACTS)
    .action(async (options) => {
      const { workerCommand } = await import('../commands/serve.js')
      done(
        await withStore(options, world, (store) =>
          workerCommand(options, world, store),
        ),
      )
    })
  program
    .command('mcp')
    .description('the tools of MCP over stdio, for an agent on this machine')
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
    .option('--db <path or URL>', STORE)
    .addHelpText('after', MCP_HELP)
    .action(async (options) => {
      const { mcpCommand } = await import('../commands/mcp.js')
      done(
        await withStore(options, world, (store) =>
          mcpCommand(options, world, store),
        ),
      )
    })
}

const MCP_HELP = `
In the settings of an MCP client:
  { "mcpServers": { "assay": { "command": "npx", "args": ["@assay402/assay", "mcp"] } } }`

function background(command: Command): Command {
  return command
    .option('--db <path or URL>', STORE)
    .option('--no-crawl', 'do not look at what the store lists')
    .option(
      '--source <source>',
      "a catalog to read: bazaar, x402scan, a facilitator's URL, a file or folder (repeatable)",
      collect,
      [],
    )
    .option('--workers <count>', 'requests of the crawler at once', '32')
    .option(
      '--lists',
      'keep the sanctions and facilitator lists, on a store that never had them too',
    )
    .option(
      '--allow-host <host:port>',
      'lift the private-address refusal for exactly this target',
      collect,
      [],
    )
}

const CONTACTS = `
Whom it asks, and when:
  endpoints the store lists     when they are due, politely (not with --no-crawl)
  catalogs                      those given by --source, four times a day
  lists                         those the store has, once a day; all of them with
                                --lists (OFAC; facilitators from GitHub)
  domain registries (RDAP)      for domains that were looked at
  webhooks                      of watches, when something changed
  an endpoint, its registry     when somebody asks for a check of it
  the facilitator               when a payment to you is verified or settled
  chains                        four times a day, by the nodes of ASSAY_RPC_URL
A new store with no --source and no --lists: nobody.`

const SETTINGS = `

Settings from the environment:
  ASSAY_PUBLIC_URL        how callers reach it; in receipts and resource URLs
  ASSAY_TRUST_PROXY       proxies in front of it (X-Forwarded-For), default 0
  ASSAY_OPEN=1            no quotas and no prices
  ASSAY_PAY_TO, ASSAY_PAY_TO_SOLANA, ASSAY_NETWORK, ASSAY_FACILITATOR_URL
                          where payments to you go; none: free answers alone
  ASSAY_EXEMPT_KEYS       SHA-256 of keys that no quota and price applies to
  ASSAY_KEYS              the folder of the receipt keys
  ASSAY_DISCLOSURES       a file that names your own wallets
  ASSAY_RPC_URL           nodes (URL or network=URL, commas between): settlements
                          are read by them, and open payments looked up
  ASSAY_KEEP_REPORTS, ASSAY_KEEP_EVIDENCE
                          days that these are kept, default 90
  ASSAY_LOG               debug, info (default), warn, error, silent`
