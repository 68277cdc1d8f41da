import type { Service } from '../service.js'
import type { Metrics } from './metrics.js'

/** A request that is under way. */
export type Told = { readonly id: string; readonly began: number }

/** Gives requests their ids, and tells log and figures how they ended. */
export type Telling = {
  /** `given`: the id that a proxy in front of us gave; used when it is one. */
  readonly begin: (given: string | undefined) => Told
  readonly end: (
    told: Told,
    answer: {
      readonly method: string
      /** A pattern; never the path, which is of the caller's making. */
      readonly route: string
      readonly status: number
    },
  ) => void
}

/** See `Telling`. */
export function createTelling(
  {
    clock,
    log,
    randomBytes,
    settings,
  }: Pick<Service, 'clock' | 'log' | 'randomBytes' | 'settings'>,
  metrics: Metrics,
): Telling {
  // Unique, not secret: one random prefix a process is cheaper than one each.
  const prefix = Buffer.from(randomBytes(6)).toString('hex')
  let count = 0
  const isTrusted = (id: string | undefined): id is string =>
    settings.trustProxy > 0 && id !== undefined && /^[\w.-]{8,64}$/.test(id)
  return {
    begin: (given) => {
      metrics.inFlight(1)
      const id = isTrusted(given)
        ? given
        : `${prefix}-${(++count).toString(36)}`
      return { id, began: clock() }
    },
    end: ({ id, began }, { method, route, status }) => {
      const ms = clock() - began
      metrics.inFlight(-1)
      metrics.answered(method, route, status, ms / 1_000)
      log({
        level: status >= 500 ? 'warn' : 'info',
        event: 'request',
        ...{ id, method, route, status },
        ms: Math.round(ms * 1_000) / 1_000,
      })
    },
  }
}
