import { challengeCollector, collectChallenge } from '../collect/index.js'
import { readStoredChallenge } from '../known/stored-challenge.js'
import { shapedCollector } from '../observe/shaped.js'
import { fromStore } from './opened-store.js'
import { askedProbe, declaredProbe, type ProbePlan } from './probe-plan.js'
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
    return storedLook(subject.resource, tools, Number.POSITIVE_INFINITY)
  const plan =
    request.probe === 'as_declared'
      ? await declaredProbe(subject, tools.store)
      : askedProbe(request, subject)
  if (isShaped(request) || tools.probesShared === 'never')
    return ask(request, plan, tools)
  return tools.probes(plan.resource, async () => {
    const lately =
      tools.probesShared === 'with_store'
        ? await storedLook(plan.resource, tools, SHARED_FOR_MS)
        : undefined
    return lately === undefined
      ? ask(request, plan, tools)
      : { ...lately, origin: 'shared' }
  })
}

async function ask(
  request: InspectRequest,
  { resource, ...asked }: ProbePlan,
  tools: InspectTools,
): Promise<Look> {
  await tools.admit?.(asked.url)
  const data = await collectChallenge(asked, {
    fetch: tools.fetch,
    clock: tools.clock,
    timeoutMs: tools.timeoutMs,
  })
  const shaped = isShaped(request)
  const record = sealed(
    {
      kind: 'challenge',
      subject: resource,
      collector: shaped ? shapedCollector : challengeCollector,
      data,
    },
    tools,
  )
  return { record, data, origin: shaped ? 'shaped' : 'own' }
}

async function storedLook(
  resource: string,
  tools: InspectTools,
  maxAgeMs: number,
): Promise<Look | undefined> {
  const now = tools.now()
  const found = await fromStore(
    tools.store,
    (store) => readStoredChallenge(store, resource, now, maxAgeMs),
    undefined,
  )
  return found && { ...found, origin: 'stored' }
}
