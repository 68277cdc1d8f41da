import type { EvidenceRecord } from '@assay402/core'
import {
  collectRegistration,
  type RdapBootstrap,
  type RegistrationData,
  registrationCollector,
  type SafeFetch,
} from '../collect/index.js'
import type { Registration, Store } from '../store/store.js'
import { fromStore, type StoreAccess } from './opened-store.js'
import { type SealTools, sealed } from './seal.js'

/** How long an answer is kept, in milliseconds. */
export const REGISTRATION_KEPT = {
  found: 7 * 86_400_000,
  failed: 86_400_000,
} as const

/** An answer about a domain as rulebooks take it, and its evidence. */
export type Registered = {
  readonly answer:
    | { readonly status: 'known'; readonly registered_at: string }
    | { readonly status: 'unknown'; readonly reason: string }
  readonly record: EvidenceRecord
}

/** When domains were registered; each is asked about once while it is kept. */
export type Registrations = {
  /** Of the store, else of the registry. Never rejects, never guesses. */
  readonly find: (domain: string) => Promise<Registered>
  /** Of the store alone. */
  readonly stored: (domain: string) => Promise<Registered | undefined>
}

export type RegistrationsTools = SealTools & {
  readonly fetch: SafeFetch
  readonly bootstrap: RdapBootstrap
  readonly store: StoreAccess
}

/** Keeps answers in the store, and in this process beside it. */
export function createRegistrations(tools: RegistrationsTools): Registrations {
  const kept = new Map<string, { until: number; answer: Promise<Registered> }>()
  const stored = (domain: string) =>
    fromStore(
      tools.store,
      (store) => readStored(store, domain, tools),
      undefined,
    )
  return {
    stored,
    find: (domain) => {
      const now = tools.now()
      const known = kept.get(domain)
      if (known !== undefined && now < known.until) return known.answer
      const entry = {
        until: now + REGISTRATION_KEPT.failed,
        answer: stored(domain).then((old) => old ?? ask(domain, tools)),
      }
      makeRoom(kept, now)
      kept.set(domain, entry)
      // What says nothing of the domain is asked again at the next turn.
      const forget = () => kept.delete(domain)
      entry.answer.then(({ answer }) => isOurFault(answer) && forget(), forget)
      return entry.answer
    },
  }
}

const MOST_KEPT = 10_000

/** Reasons that lie with us: no registry was asked. */
const OURS: ReadonlySet<string> = new Set(['no_bootstrap'])

async function ask(
  domain: string,
  tools: RegistrationsTools,
): Promise<Registered> {
  const data = await collectRegistration(domain, tools)
  const at = tools.now()
  const record = sealed(
    {
      kind: 'registration',
      subject: data.domain,
      collector: registrationCollector,
      data,
      at,
    },
    tools,
  )
  const answer = answerOf(data)
  if (!isOurFault(answer))
    await fromStore(
      tools.store,
      async (store) => {
        await store.appendEvidence([
          { record, key: `registration ${data.domain} rdap ${at}` },
        ])
        await store.saveRegistration(rowOf(data, domain, at))
      },
      undefined,
    )
  return { answer, record }
}

async function readStored(
  store: Store,
  domain: string,
  tools: RegistrationsTools,
): Promise<Registered | undefined> {
  const row = await store.registration(domain, tools.now())
  if (row === undefined) return undefined
  const [newest] = await store.evidenceOf({
    subject: domain,
    kind: 'registration',
    until: row.fetched_at,
    limit: 1,
  })
  const answer = answerOf(row)
  // Pruned evidence leaves the row: it is then the evidence itself.
  const record =
    newest ??
    sealed(
      {
        kind: 'registration',
        subject: domain,
        collector: registrationCollector,
        data: { ...answer, domain },
        at: row.fetched_at,
      },
      tools,
    )
  return { answer, record }
}

function rowOf(
  data: RegistrationData,
  domain: string,
  at: number,
): Registration {
  const known = data.status === 'known'
  const keep = known ? REGISTRATION_KEPT.found : REGISTRATION_KEPT.failed
  return {
    domain,
    status: data.status,
    registered_at: known ? data.registered_at : null,
    reason: known ? null : data.reason,
    fetched_at: at,
    expires_at: at + keep,
  }
}

function answerOf(told: RegistrationData | Registration): Registered['answer'] {
  return told.status === 'known' && told.registered_at !== null
    ? { status: 'known', registered_at: told.registered_at }
    : {
        status: 'unknown',
        reason: ('reason' in told ? told.reason : null) ?? 'not_stored',
      }
}

function isOurFault(answer: Registered['answer']): boolean {
  return answer.status === 'unknown' && OURS.has(answer.reason)
}

function makeRoom(kept: Map<string, { until: number }>, now: number): void {
  if (kept.size < MOST_KEPT) return
  for (const [domain, { until }] of kept) if (until <= now) kept.delete(domain)
  for (const domain of kept.keys()) {
    if (kept.size < MOST_KEPT) return
    kept.delete(domain)
  }
}
