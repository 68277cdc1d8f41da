import type { SafeFetch } from '../../collect/index.js'
import { crawl } from '../../crawl/crawl.js'
import { randomId } from '../../inspect/ids.js'
import { type CatalogSource, importCatalog } from '../../sources/index.js'
import { SLOT_MS } from '../../store/index.js'
import type { Service } from '../service.js'
import type { Job } from './job.js'

export type CrawlingOptions = {
  /** Catalogs that are read a few times a day; none: what is listed already. */
  readonly sources: readonly CatalogSource[]
  /** Requests under way at once. */
  readonly concurrency: number
}

const REST_MS = 60_000

/** Reads catalogs and looks at what is due, politely. */
export function crawlingJob(
  service: Service & { readonly fetch: SafeFetch },
  { sources, concurrency }: CrawlingOptions,
): Job {
  const { store, clock, log, settings, now } = service
  const worker = randomId(service.randomBytes(16))
  const allowHosts = new Set(settings.allowHosts)
  let readAt = Number.NEGATIVE_INFINITY
  return {
    name: 'crawl',
    restMs: REST_MS,
    run: async (signal) => {
      if (clock() - readAt >= SLOT_MS) {
        for (const source of sources) {
          if (signal.aborted) return
          const pass = await importCatalog(source, store, {
            now,
            signal,
            allowHosts,
          })
          const { status, read, kept, detail } = pass
          const level = status === 'failed' ? 'warn' : 'info'
          log({
            level,
            event: 'catalog',
            source: source.id,
            status,
            read,
            kept,
            detail,
          })
        }
        readAt = clock()
      }
      const { looked, blocked, deferred } = await crawl(
        { mode: 'pass', worker, concurrency, signal },
        service,
      )
      if (looked + blocked + deferred > 0)
        log({ level: 'info', event: 'crawled', looked, blocked, deferred })
    },
  }
}
