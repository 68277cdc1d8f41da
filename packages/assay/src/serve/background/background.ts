import type { World } from '../../cli/world.js'
import { createListTools } from '../../lists/lists.js'
import type { Providers } from '../../settlements/desk/readers.js'
import type { CatalogSource } from '../../sources/index.js'
import type { Retention } from '../../work/retention.js'
import type { ServiceApp } from '../app.js'
import type { Metrics } from '../http/metrics.js'
import type { Service } from '../service.js'
import { crawlingJob } from './crawling.js'
import {
  deliveriesJob,
  followingJob,
  housekeepingJob,
  paymentsJob,
} from './following.js'
import { type Job, runJob } from './job.js'
import { type ListsOptions, listsJob } from './lists.js'
import { settlementsJob } from './settlements.js'

export type BackgroundOptions = {
  /** Null: nothing is crawled. */
  readonly crawl: {
    readonly sources: readonly CatalogSource[]
    readonly concurrency: number
  } | null
  readonly lists: ListsOptions
  readonly retention: Retention
  /** Who is asked about settlements. */
  readonly providers: Providers
  readonly tendPayments: ServiceApp['tendPayments']
  readonly worked: Metrics['worked']
}

/** Work that runs until it is stopped. */
export type Background = {
  /** Resolves when what was under way is finished and stored. */
  readonly stop: () => Promise<void>
}

/** Starts the background work of a service. */
export function startBackground(
  service: Service,
  world: World,
  options: BackgroundOptions,
): Background {
  const { crawl, lists, retention, providers, tendPayments, worked } = options
  const abort = new AbortController()
  const { store, settings, tools, log, sleep } = service
  const listTools = createListTools(world, store, settings.allowHosts)
  const settlements = settlementsJob(service, world, providers)
  const jobs: Job[] = [
    listsJob(service, listTools, lists),
    followingJob(service),
    deliveriesJob(service),
    housekeepingJob(service, retention),
    paymentsJob(service, tendPayments),
    settlements,
    ...(crawl === null
      ? []
      : [crawlingJob({ ...service, fetch: tools.fetch }, crawl)]),
  ]
  const running = jobs.map((job) =>
    runJob(job, abort.signal, { log, sleep, worked }),
  )
  return {
    stop: async () => {
      abort.abort()
      await Promise.all(running)
      await settlements.close()
    },
  }
}
