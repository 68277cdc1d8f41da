import { resourceId } from '@assay402/core'
import type { ChallengeRequest } from '../collect/index.js'
import { fromStore, type StoreAccess } from './opened-store.js'
import type { InspectRequest, Subject } from './request.js'

/** What is asked of a seller, and the resource that the answer is about. */
export type ProbePlan = ChallengeRequest & { readonly resource: string }

/** The caller's own method, body and headers. */
export function askedProbe(
  { url, method, body, headers }: InspectRequest,
  { resource }: Subject,
): ProbePlan {
  return { resource, url, method, body, headers }
}

/**
 * A GET, or a POST with the sample that the seller declared for it: all that a
 * stranger may make us send.
 */
export async function declaredProbe(
  subject: Subject,
  access: StoreAccess,
): Promise<ProbePlan> {
  const { url, method } = subject
  const href = subject.resource.slice(method.length + 1)
  const sampleBody = await fromStore(
    access,
    async (store) => {
      const own = await store.endpoint(subject.resource_id)
      const posted =
        method === 'POST'
          ? own
          : await store.endpoint(resourceId(`POST ${href}`))
      return posted?.sample_body ?? undefined
    },
    undefined,
  )
  const isPost = method === 'POST' && sampleBody !== undefined
  return {
    resource: isPost ? subject.resource : `GET ${href}`,
    url,
    method: isPost ? 'POST' : 'GET',
    sampleBody,
    followUps: 'declared',
  }
}
