import { hash } from 'node:crypto'
import { sealEvidence } from '@assay402/core'
import {
  type ChallengeData,
  type RobotsData,
  robotsCollector,
} from '../collect/index.js'
import { ulid } from '../inspect/ids.js'
import type {
  Endpoint,
  ObservedEvidence,
  StoredEvidence,
} from '../store/store.js'
import { crawlCollector, observationOf } from './observation.js'

export type Recorder = {
  /** A look of the crawler: one a resource and slot, however often retried. */
  readonly look: (
    of: Pick<Endpoint, 'resource' | 'resource_id'>,
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
  const { slotMs } = options
  const random = createPool(options.randomBytes)
  const common = (at: number) => ({
    id: ulid(at, random()),
    collected_at: new Date(at).toISOString(),
    status: 'collected' as const,
  })
  return {
    look({ resource, resource_id }, data, at) {
      const record = sealEvidence(
        {
          ...common(at),
          kind: 'challenge',
          subject: resource,
          collector: crawlCollector,
          data: json(data),
        },
        sha256,
      )
      const slot = Math.floor(at / slotMs)
      const observation = observationOf(record, resource_id)
      if (observation === undefined) throw new TypeError('no challenge record')
      return {
        evidence: { record, key: `challenge ${resource} crawl ${slot}` },
        observation,
      }
    },
    robots(origin, data, at) {
      const record = sealEvidence(
        {
          ...common(at),
          kind: 'robots',
          subject: origin,
          collector: robotsCollector,
          data: json(data),
        },
        sha256,
      )
      // A later try in the same slot is another look.
      return { record, key: `robots ${origin} ${at} ${record.id}` }
    },
  }
}

const sha256 = (text: string) => hash('sha256', text)

const RANDOM_BYTES = 10
const POOLED = 400

/** Draws randomness for many ids at once: each draw is a call of the system. */
function createPool(
  randomBytes: (count: number) => Uint8Array,
): () => Uint8Array {
  let pool: Uint8Array = new Uint8Array()
  return () => {
    if (pool.length === 0) pool = randomBytes(POOLED * RANDOM_BYTES)
    const drawn = pool.subarray(0, RANDOM_BYTES)
    pool = pool.subarray(RANDOM_BYTES)
    return drawn
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
