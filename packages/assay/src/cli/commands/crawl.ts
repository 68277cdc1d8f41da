import { safeText } from '@assay402/core'
import { crawl } from '../../crawl/crawl.js'
import { randomId } from '../../inspect/ids.js'
import { createInspectTools } from '../../inspect/tools.js'
import { importCatalog } from '../../sources/index.js'
import { SLOT_MS, type Store } from '../../store/index.js'
import { createAdmit, POLITE_GAP_MS } from '../../work/admit.js'
import { afterLooks } from '../../work/after-looks.js'
import { CliError, EXIT } from '../exit.js'
import { stopOnSignals } from '../stop-on-signals.js'
import { type Terminal, write } from '../terminal.js'
import type { World } from '../world.js'
import { readAllowHosts } from './check-options.js'
import { crawlSources } from './crawl-sources.js'
import { coverageText, createCrawlProgress } from './crawl-text.js'

export type CrawlFlags = {
  readonly source: readonly string[]
  readonly forever?: boolean
  readonly limit?: string
  readonly workers: string
  readonly allowHost: readonly string[]
  readonly json?: boolean
}

/** Between two rounds of `--forever`, in milliseconds. */
const REST_MS = 60_000
/** Catalogs are read a few times a day. */
const CATALOG_MS = SLOT_MS

/**
 * `assay crawl`: reads catalogs, looks at what is due, politely, and judges what
 * changed. Ends with the coverage; interrupting it loses nothing that was said.
 */
export async function crawlCommand(
  flags: CrawlFlags,
  world: World,
  store: Store,
): Promise<number> {
  const { terminal } = world
  const allowed = readAllowHosts(flags.allowHost)
  const limit = readCount('--limit', flags.limit)
  const concurrency = readCount('--workers', flags.workers) ?? 32
  const tools = createInspectTools(world, {
    allowHosts: flags.allowHost,
    timeoutMs: 8_000,
    store: { open: async () => store, note: () => {} },
  })
  const admit = createAdmit({
    ...world,
    store,
    fetch: tools.fetch,
    gapMs: POLITE_GAP_MS,
  })
  const sources = crawlSources(flags.source, {
    fetch: tools.fetch,
    world,
    admit,
  })
  const stop = new AbortController()
  const release = stopOnSignals(stop)
  const worker = randomId(world.randomBytes(16))
  let catalogsAt = Number.NEGATIVE_INFINITY
  try {
    do {
      if (world.clock() - catalogsAt >= CATALOG_MS) {
        for (const source of sources)
          await readCatalog(source, {
            store,
            world,
            allowed,
            signal: stop.signal,
          })
        catalogsAt = world.clock()
      }
      const progress = createCrawlProgress(terminal, world.clock, store)
      await crawl(
        {
          mode: 'pass',
          worker,
          concurrency,
          limit,
          signal: stop.signal,
          onProgress: progress.show,
        },
        { ...world, store, fetch: tools.fetch },
      )
      progress.end()
      await afterLooks({
        ...{ store, fetch: tools.fetch, registrations: tools.registrations },
        ...{ now: world.now, sleep: world.sleep, signal: stop.signal },
        newId: () => randomId(world.randomBytes(16)),
      })
      if (flags.forever === true && !stop.signal.aborted)
        await rest(world, stop.signal)
    } while (flags.forever === true && !stop.signal.aborted)
  } finally {
    release()
  }
  const coverage = await store.coverage(
    Math.floor((await store.now()) / SLOT_MS),
  )
  const text =
    flags.json === true ? JSON.stringify(coverage) : coverageText(coverage)
  await write(terminal.stdout, `${text}\n`)
  return EXIT.allow
}

type ReadTools = {
  readonly store: Store
  readonly world: World
  readonly allowed: ReadonlySet<string>
  readonly signal: AbortSignal
}

async function readCatalog(
  source: Parameters<typeof importCatalog>[0],
  { store, world, allowed, signal }: ReadTools,
): Promise<void> {
  if (signal.aborted) return
  const { status, detail, read, kept, excluded } = await importCatalog(
    source,
    store,
    { now: world.now, signal, allowHosts: allowed },
  )
  const left = Object.entries(excluded).map(([why, n]) => `${n} ${why}`)
  await note(
    world.terminal,
    `${source.id}: ${status}, ${read} entries read, ${kept} kept${left.length === 0 ? '' : `, left out: ${left.join(', ')}`}${detail === '' ? '' : ` (${detail})`}`,
  )
}

async function note({ stderr }: Terminal, text: string): Promise<void> {
  await write(stderr, `${safeText(text)}\n`)
}

async function rest({ sleep }: World, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < REST_MS && !signal.aborted; waited += 1_000)
    await sleep(1_000)
}

function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new CliError(
    EXIT.usage,
    `${flag}: "${text}" is not a whole number from 1`,
    `for example: ${flag} 32`,
  )
}
