import type { Approval, LiveApproval } from './approval.js'

/** The approvals of one guard that are not over. */
export type Approvals = {
  readonly add: (approval: Approval) => LiveApproval
  readonly get: (id: string) => LiveApproval | undefined
  readonly remove: (approval: LiveApproval) => void
  /** What an approval was for, also one that is over (of the last 1000). */
  readonly askedFor: (id: string) => AskedFor | undefined
  /** Those that are being signed at this moment. */
  readonly signing: () => LiveApproval[]
  /** Remembers which payload was signed for an approval. */
  readonly bindPayload: (approval: LiveApproval, payloadKey: string) => void
  readonly ofPayload: (payloadKey: string) => LiveApproval | undefined
  readonly ofRequest: (requestKey: string) => LiveApproval[]
  /** Takes out those that ran out unsigned, and forgets old ones. */
  readonly sweep: (now: number) => LiveApproval[]
}

/** A request, and what its caller said with it. */
export type AskedFor = Pick<Approval, 'request' | 'call'>

/** A payment that was never sent is forgotten after so long. */
const FORGET_AFTER_MS = 900_000
const REMEMBERED = 1_000

export function createApprovals(): Approvals {
  const live = new Map<string, LiveApproval>()
  const payloads = new Map<string, LiveApproval>()
  const keys = new Map<string, string>()
  const past = new Map<string, AskedFor>()

  function remove(approval: LiveApproval): void {
    approval.stage = 'over'
    live.delete(approval.id)
    past.set(approval.id, { request: approval.request, call: approval.call })
    const oldest = past.keys().next().value
    if (past.size > REMEMBERED && oldest !== undefined) past.delete(oldest)
    const key = keys.get(approval.id)
    if (key === undefined) return
    payloads.delete(key)
    keys.delete(approval.id)
  }

  return {
    add: (approval) => {
      const added: LiveApproval = {
        ...approval,
        stage: 'approved',
        given: new Map(),
        authorization: null,
        watch: 'watched',
      }
      live.set(added.id, added)
      return added
    },
    get: (id) => live.get(id),
    remove,
    askedFor: (id) => live.get(id) ?? past.get(id),
    signing: () =>
      [...live.values()].filter(({ stage }) => stage === 'signing'),
    bindPayload: (approval, key) => {
      // What has no signature cannot be told from the next.
      if (key === '') return
      payloads.set(key, approval)
      keys.set(approval.id, key)
    },
    ofPayload: (key) => payloads.get(key),
    ofRequest: (key) =>
      [...live.values()].filter(({ request }) => request.key === key),
    sweep: (now) => {
      const ranOut: LiveApproval[] = []
      for (const approval of live.values()) {
        // In the order they were added, so the first young one ends it.
        if (now < approval.expires_at) break
        if (approval.stage === 'approved') {
          remove(approval)
          ranOut.push(approval)
        } else if (now >= approval.expires_at + FORGET_AFTER_MS)
          remove(approval)
      }
      return ranOut
    },
  }
}
