import { type EvidenceRecord, isObject } from '@assay402/core'
import {
  type ChallengeData,
  challengeCollector,
  collectChallenge,
  probeOf,
} from '../collect/index.js'
import { originOf, shapedCollector } from '../observe/collectors.js'
import { fromStore } from './opened-store.js'
import { type InspectRequest, isShaped, type Subject } from './request.js'
import { sealed } from './seal.js'
import { type Look, SHARED_FOR_MS } from './shared-probes.js'
import type { InspectTools } from './tools.js'

/**
 * Looks at an endpoint by the way the request names; never pays. Undefined when
 * only stored evidence may be used and there is none.
 */
export async function look(
  request: InspectRequest,
  subject: Subject,
  tools: InspectTools,
): Promise<Look | undefined> {
  if (request.evidence === 'stored')
    return newestStored(subject, tools, Number.POSITIVE_INFINITY)
  if (isShaped(request) || tools.probesShared === 'never')
    return ask(request, subject, tools)
  return tools.probes(subject.resource, async () => {
    const lately =
      tools.probesShared === 'with_store'
        ? await newestStored(subject, tools, SHARED_FOR_MS)
        : undefined
    return lately === undefined
      ? ask(request, subject, tools)
      : { ...lately, origin: 'shared' }
  })
}

/** Looks of a resource that are searched for one that says something. */
const SEARCHED = 10

async function ask(
  request: InspectRequest,
  subject: Subject,
  tools: InspectTools,
): Promise<Look> {
  const { url, method, body, headers } = request
  const data = await collectChallenge(
    { url, method, body, headers },
    { fetch: tools.fetch, clock: tools.clock, timeoutMs: tools.timeoutMs },
  )
  const shaped = isShaped(request)
  const record = sealed(
    {
      kind: 'challenge',
      subject: subject.resource,
      collector: shaped ? shapedCollector : challengeCollector,
      data,
    },
    tools,
  )
  return { record, data, origin: shaped ? 'shaped' : 'own' }
}

/** The newest stored challenge that is the seller's word and young enough. */
function newestStored(
  { resource }: Subject,
  tools: InspectTools,
  maxAgeMs: number,
): Promise<Look | undefined> {
  const now = tools.now()
  return fromStore(
    tools.store,
    async (store) => {
      const records = await store.evidenceOf({
        subject: resource,
        kind: 'challenge',
        until: now,
        limit: SEARCHED,
      })
      const record = records.find((one) => isUsable(one, now - maxAgeMs))
      return record?.status === 'collected'
        ? { record, data: dataOf(record), origin: 'stored' }
        : undefined
    },
    undefined,
  )
}

function isUsable(record: EvidenceRecord, from: number): boolean {
  return (
    record.status === 'collected' &&
    originOf(record.collector) !== undefined &&
    Date.parse(record.collected_at) > from &&
    isObject(record.data) &&
    probeOf(dataOf(record)) !== undefined
  )
}

// Written by our own collectors and kept under its digest.
function dataOf(record: EvidenceRecord & { status: 'collected' }) {
  return record.data as unknown as ChallengeData
}
