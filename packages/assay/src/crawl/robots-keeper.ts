import { isObject, own } from '@assay402/core'
import { type RobotsData, type RobotsRules, rulesOf } from '../collect/index.js'
import type { EvidenceStore } from '../store/store.js'
import { BACKOFF } from './policy.js'

/** What is known of an authority's robots.txt, and until when that holds. */
export type KnownRobots = {
  readonly rules: RobotsRules
  readonly unreachable: boolean
  /** Epoch milliseconds of the store's clock. */
  readonly until: number
}

export type RobotsKeeper = {
  /** From memory, else from evidence; undefined: to be asked for. */
  readonly known: (
    origin: string,
    now: number,
  ) => Promise<KnownRobots | undefined>
  readonly learn: (
    origin: string,
    data: RobotsData,
    at: number,
    restMs: number,
  ) => KnownRobots
}

/** Remembers robots files for as long as they may be believed. */
export function createRobotsKeeper(
  store: Pick<EvidenceStore, 'evidenceOf'>,
  robotsMs: number,
): RobotsKeeper {
  const memory = new Map<string, KnownRobots>()
  const keep = (origin: string, known: KnownRobots): KnownRobots => {
    memory.delete(origin)
    if (known.rules.units <= MOST_UNITS) memory.set(origin, known)
    if (memory.size > MOST_ORIGINS)
      for (const oldest of memory.keys()) {
        memory.delete(oldest)
        break
      }
    return known
  }
  const holding = (data: RobotsData, at: number, restMs: number) => ({
    rules: rulesOf(data),
    unreachable: data.access === 'unreachable',
    until: at + (data.access === 'unreachable' ? restMs : robotsMs),
  })
  return {
    async known(origin, now) {
      const remembered = memory.get(origin)
      if (remembered !== undefined && holds(remembered, now, robotsMs))
        return remembered
      const [record] = await store.evidenceOf({
        subject: origin,
        kind: 'robots',
        limit: 1,
      })
      if (record?.status !== 'collected') return undefined
      const data = robotsDataOf(record.data)
      if (data === undefined) return undefined
      const at = Date.parse(record.collected_at)
      const stored = holding(data, at, BACKOFF.firstMs)
      return holds(stored, now, robotsMs) ? keep(origin, stored) : undefined
    },
    learn: (origin, data, at, restMs) =>
      keep(origin, holding(data, at, restMs)),
  }
}

const MOST_ORIGINS = 4_000
// A larger file is read anew from evidence each time.
const MOST_UNITS = 4_096

/** Not when the clock went back behind the moment of learning. */
function holds({ until }: KnownRobots, now: number, robotsMs: number): boolean {
  return now < until && until - now <= Math.max(robotsMs, BACKOFF.mostMs)
}

function robotsDataOf(data: unknown): RobotsData | undefined {
  if (!isObject(data) || typeof own(data, 'access') !== 'string')
    return undefined
  return data as unknown as RobotsData
}
