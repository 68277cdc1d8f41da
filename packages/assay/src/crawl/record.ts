import { sealEvidence } from '@assay402/core'
import {
  type ChallengeData,
  type RobotsData,
  robotsCollector,
} from '../collect/index.js'
import { ulid } from '../inspect/ids.js'
import type { ObservedEvidence, StoredEvidence } from '../store/store.js'
import { crawlCollector, observationOf } from './observation.js'

export type Recorder = {
  /** A look of the crawler: one a resource and slot, however often retried. */
  readonly look: (
    resource: string,
    data: ChallengeData,
    at: number,
  ) => ObservedEvidence
  readonly robots: (
    origin: string,
    data: RobotsData,
    at: number,
  ) => StoredEvidence
}

/** Makes sealed records out of what was seen; `at` is the store's time. */
export function createRecorder(options: {
  readonly randomBytes: (count: number) => Uint8Array
  readonly slotMs: number
}): Recorder {
  const { randomBytes, slotMs } = options
  const common = (at: number) => ({
    id: ulid(at, randomBytes(10)),
    collected_at: new Date(at).toISOString(),
    status: 'collected' as const,
  })
  return {
    look(resource, data, at) {
      const record = sealEvidence({
        ...common(at),
        kind: 'challenge',
        subject: resource,
        collector: crawlCollector,
        data: json(data),
      })
      const slot = Math.floor(at / slotMs)
      const observation = observationOf(record)
      if (observation === undefined) throw new TypeError('no challenge record')
      return {
        evidence: { record, key: `challenge ${resource} crawl ${slot}` },
        observation,
      }
    },
    robots(origin, data, at) {
      const record = sealEvidence({
        ...common(at),
        kind: 'robots',
        subject: origin,
        collector: robotsCollector,
        data: json(data),
      })
      // A later try in the same slot is another look.
      return { record, key: `robots ${origin} ${at} ${record.id}` }
    },
  }
}

type Data = Extract<
  Parameters<typeof sealEvidence>[0],
  { status: 'collected' }
>['data']

/** Plain JSON by construction. */
function json(data: ChallengeData | RobotsData): Data {
  return data as unknown as Data
}
