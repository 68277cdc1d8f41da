import { createApp, type ServiceApp } from '../../serve/app.js'
import {
  type BackgroundOptions,
  startBackground,
} from '../../serve/background/background.js'
import { billing, chargeReaderFromEnv } from '../../serve/billing/index.js'
import { createService } from '../../serve/create-service.js'
import { createLog } from '../../serve/http/log.js'
import { createMetrics } from '../../serve/http/metrics.js'
import { type Listening, listen } from '../../serve/listen.js'
import {
  defaultKeyFolder,
  KeyFolderError,
  privateText,
} from '../../serve/receipts/key-folder.js'
import { openReceiptKeys } from '../../serve/receipts/keys.js'
import { createReceiptSigner } from '../../serve/receipts/signer.js'
import type { Service } from '../../serve/service.js'
import type { Store } from '../../store/store.js'
import { createAdmit, POLITE_GAP_MS } from '../../work/admit.js'
import { CliError, EXIT } from '../exit.js'
import { stopOnSignals, whenStopped } from '../stop-on-signals.js'
import { write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'
import { crawlSources } from './crawl-sources.js'
import {
  backgroundSettings,
  localUrlOf,
  readLogLevel,
  readPort,
  readWorkers,
  type ServeFlags,
  serviceSettings,
  type WorkerFlags,
} from './serve-options.js'

/**
 * `assay serve`: HTTP and background work until it is interrupted; then what
 * runs is finished. 69 when the port cannot be had.
 */
export async function serveCommand(
  flags: ServeFlags,
  world: World,
  store: Store,
  stop: AbortController = new AbortController(),
): Promise<number> {
  const port = readPort(flags.port)
  const prepared = prepare(flags, world)
  const release = stopOnSignals(stop)
  try {
    const listening = await listenOrSay(
      (taken) => {
        const localUrl = localUrlOf(flags.host, taken)
        const service = prepared.serviceAt(store, localUrl)
        const readCharge = chargeReaderFromEnv(service, world.terminal.env)
        return { ...createApp(service, { readCharge }), service }
      },
      flags.host,
      port,
    )
    const { service } = listening.app
    const background = startBackground(
      service,
      world,
      prepared.background(service, listening.app),
    )
    await tell(world, listening, service)
    await whenStopped(stop.signal)
    service.log({ level: 'info', event: 'stopping' })
    await Promise.all([listening.close(), background.stop()])
    return EXIT.allow
  } finally {
    release()
    prepared.flush()
  }
}

/** `assay worker`: the background work alone, against a shared store. */
export async function workerCommand(
  flags: WorkerFlags,
  world: World,
  store: Store,
  stop: AbortController = new AbortController(),
): Promise<number> {
  const prepared = prepare(flags, world)
  const release = stopOnSignals(stop)
  try {
    const service = prepared.serviceAt(store, 'http://127.0.0.1:4020')
    const background = startBackground(
      service,
      world,
      prepared.background(service, {
        metrics: createMetrics(),
        tendPayments: billing(service, {
          readCharge: chargeReaderFromEnv(service, world.terminal.env),
        }).tend,
      }),
    )
    await write(world.terminal.stderr, 'assay: at work\n')
    await whenStopped(stop.signal)
    service.log({ level: 'info', event: 'stopping' })
    await background.stop()
    return EXIT.allow
  } finally {
    release()
    prepared.flush()
  }
}

/** Everything that can be wrong is found before a port is opened. */
function prepare(flags: WorkerFlags, world: World) {
  const { env, stdout } = world.terminal
  const { now, randomBytes } = world
  readAllowHosts(flags.allowHost)
  const concurrency = readWorkers(flags.workers)
  const settings = backgroundSettings(env)
  const { log, flush } = createLog({ level: readLogLevel(env), out: stdout })
  const folder = defaultKeyFolder(env)
  const { salt, keys } = openKeys(folder, world)
  const settingsAt = (localUrl: string) =>
    serviceSettings({ env, localUrl, salt, allowHosts: flags.allowHost })
  settingsAt('http://127.0.0.1:4020')
  return {
    flush,
    serviceAt: (store: Store, localUrl: string): Service => {
      const settings = settingsAt(localUrl)
      const issuer = new URL(settings.publicUrl).origin
      return createService(world, {
        ...{ store, settings, log },
        signer: createReceiptSigner({ keys, issuer, now, randomBytes }),
      })
    },
    background: (
      { store, tools }: Service,
      { metrics, tendPayments }: Pick<ServiceApp, 'metrics' | 'tendPayments'>,
    ): BackgroundOptions => {
      const { fetch } = tools
      const admit = createAdmit({
        ...world,
        store,
        fetch,
        gapMs: POLITE_GAP_MS,
      })
      const sources = crawlSources(flags.source, { fetch, world, admit })
      return {
        ...settings,
        worked: metrics.worked,
        tendPayments,
        crawl: flags.crawl ? { sources, concurrency } : null,
        lists: {
          which: flags.lists === true ? 'all' : 'known',
          ofac: env['ASSAY_OFAC_URL'] || undefined,
        },
      }
    },
  }
}

function openKeys(folder: string, { now, randomBytes }: World) {
  try {
    const salt = privateText(folder, 'caller-salt', () =>
      Buffer.from(randomBytes(32)).toString('hex'),
    )
    return { salt, keys: openReceiptKeys({ folder, now }) }
  } catch (error) {
    if (!(error instanceof KeyFolderError)) throw error
    throw new CliError(EXIT.unavailable, error.message)
  }
}

async function listenOrSay<App extends ServiceApp>(
  makeApp: (port: number) => App,
  host: string,
  port: number,
): Promise<Listening & { readonly app: App }> {
  try {
    return await listen(makeApp, { host, port })
  } catch (error) {
    if (!('syscall' in (error as Error))) throw error
    const { code = String(error) } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? `port ${port} is taken`
        : `${host}:${port}: ${code}`
    throw new CliError(
      EXIT.unavailable,
      `cannot listen: ${why}`,
      'for example: assay serve --port 4021',
    )
  }
}

async function tell(
  { terminal }: World,
  { url }: Listening,
  { settings, log, store }: Service,
): Promise<void> {
  const { publicUrl, open, payTo } = settings
  const paid = Object.keys(payTo).length > 0
  log({
    level: 'info',
    event: 'listening',
    url,
    public_url: publicUrl,
    store: store.dialect,
    billing: open ? 'off' : paid ? 'on' : 'not_configured',
  })
  const text = `assay: listening on ${url} (Ctrl-C stops it well)\n  try: curl '${url}/v1/preflight?url=https://api.example.com/x'\n`
  await write(terminal.stderr, text)
}
