import { randomId } from '../../inspect/ids.js'
import { deliverDue } from '../../watch/deliver.js'
import { afterLooks } from '../../work/after-looks.js'
import { dropOld, type Retention } from '../../work/retention.js'
import type { Service } from '../service.js'
import type { Job } from './job.js'

const ROUND_MS = 60_000
const DELIVERIES_MS = 5_000
const HOUSEKEEPING_MS = 3_600_000
const DAY_MS = 86_400_000

/** What follows from new looks: scores, events, deliveries. */
export function followingJob(service: Service): Job {
  const { store, tools, now, sleep, randomBytes, log } = service
  return {
    name: 'after_looks',
    restMs: ROUND_MS,
    run: async (signal) => {
      const done = await afterLooks({
        ...{ store, now, sleep, signal },
        fetch: tools.fetch,
        registrations: tools.registrations,
        newId: () => randomId(randomBytes(16)),
      })
      if (done.judged + done.events + done.delivered > 0)
        log({ level: 'info', event: 'after_looks', ...done })
    },
  }
}

/** Webhooks whose time has come, retries too. */
export function deliveriesJob({ store, tools, now, log }: Service): Job {
  return {
    name: 'deliveries',
    restMs: DELIVERIES_MS,
    run: async (signal) => {
      while (!signal.aborted) {
        const round = await deliverDue({ store, fetch: tools.fetch, now })
        const { delivered, retried, given_up } = round
        if (delivered + retried + given_up === 0) return
        log({ level: 'info', event: 'delivered', ...round })
      }
    },
  }
}

/** Ends payments that a process died over. */
export function paymentsJob(
  { log }: Service,
  tend: () => Promise<{ readonly ended: number; readonly forgotten: number }>,
): Job {
  return {
    name: 'payments',
    restMs: ROUND_MS,
    run: async () => {
      const done = await tend()
      if (done.ended + done.forgotten > 0)
        log({ level: 'info', event: 'payments', ...done })
    },
  }
}

/** Drops what has had its time. */
export function housekeepingJob(
  { store, now, log }: Service,
  retention: Retention,
): Job {
  return {
    name: 'housekeeping',
    restMs: HOUSEKEEPING_MS,
    run: async () => {
      await store.pruneQuotas(now() - 2 * DAY_MS)
      const dropped = await dropOld(store, retention, now())
      if (Object.values(dropped).some((count) => count > 0))
        log({ level: 'info', event: 'dropped', ...dropped })
    },
  }
}
