import type { Readable, Writable } from 'node:stream'
import { createApp } from '../../serve/app.js'
import { createService } from '../../serve/create-service.js'
import { createLog } from '../../serve/http/log.js'
import { serveStdio } from '../../serve/mcp/stdio.js'
import { defaultKeyFolder } from '../../serve/receipts/key-folder.js'
import { openReceiptKeys } from '../../serve/receipts/keys.js'
import { createReceiptSigner } from '../../serve/receipts/signer.js'
import type { Store } from '../../store/store.js'
import { EXIT } from '../exit.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'
import { serviceSettings } from './serve-options.js'

export type McpFlags = { readonly allowHost: readonly string[] }

/** Nobody listens there: the service answers its own tools alone. */
const LOCAL_URL = 'http://127.0.0.1:4020'

/**
 * `assay mcp`: the tools over stdio, until the client hangs up. Whoever starts
 * it is its only user, so nothing is counted or charged.
 */
export async function mcpCommand(
  flags: McpFlags,
  world: World,
  store: Store,
): Promise<number> {
  const { env, stdin, stdout, stderr } = world.terminal
  const { now, randomBytes } = world
  const allowHosts = [...readAllowHosts(flags.allowHost)]
  const settings = {
    ...serviceSettings({ env, localUrl: LOCAL_URL, salt: '', allowHosts }),
    open: true,
  }
  // What is written to stdout is the protocol's alone.
  const { log, flush } = createLog({ level: 'warn', out: stderr as Writable })
  const keys = openReceiptKeys({ folder: defaultKeyFolder(env), now })
  const issuer = new URL(settings.publicUrl).origin
  const service = createService(world, {
    ...{ store, settings, log },
    signer: createReceiptSigner({ keys, issuer, now, randomBytes }),
  })
  const app = createApp(service)
  try {
    await serveStdio(service, app.fetch, {
      input: stdin as Readable,
      output: stdout as Writable,
    })
    await app.drained()
    return EXIT.allow
  } finally {
    flush()
  }
}
