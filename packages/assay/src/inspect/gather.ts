import {
  destination,
  type EvidenceRecord,
  isInputError,
  registrableDomain,
  sealEvidence,
} from '@assay402/core'
import {
  type ChallengeData,
  challengeCollector,
  collectChallenge,
  collectRegistration,
  type RegistrationData,
  registrationCollector,
} from '../collect/index.js'
import { ulid } from './ids.js'
import type { InspectRequest } from './request.js'
import type { InspectTools } from './tools.js'

/** What was seen for one inspection, as evidence and as plain values. */
export type Gathered = {
  readonly records: readonly EvidenceRecord[]
  readonly challenge: ChallengeData
  /** Null: not looked up, since no rule asks for it. */
  readonly registration: RegistrationData | null
}

/** Looks at an endpoint and its domain side by side; never pays. */
export async function gather(
  request: InspectRequest,
  resource: string,
  tools: InspectTools,
): Promise<Gathered> {
  const [challenge, registration] = await Promise.all([
    probe(request, tools),
    lookUp(request, tools),
  ])
  const seal = (
    kind: 'challenge' | 'registration',
    subject: string,
    collector: EvidenceRecord['collector'],
    data: object,
  ) =>
    sealEvidence({
      id: ulid(tools.now(), tools.randomBytes(10)),
      kind,
      subject,
      collected_at: new Date(tools.now()).toISOString(),
      collector,
      status: 'collected',
      // Plain JSON by construction; the schema says so again when it is read.
      data: JSON.parse(JSON.stringify(data)),
    })
  const records = [seal('challenge', resource, challengeCollector, challenge)]
  if (registration !== null)
    records.push(
      seal(
        'registration',
        registration.domain,
        registrationCollector,
        registration,
      ),
    )
  return { records, challenge, registration }
}

function probe(
  request: InspectRequest,
  tools: InspectTools,
): Promise<ChallengeData> {
  return collectChallenge(
    {
      url: request.url,
      method: request.method,
      body: request.body,
      headers: request.headers,
    },
    { fetch: tools.fetch, clock: tools.clock, timeoutMs: tools.timeoutMs },
  )
}

/** Asks the registry only when the rules will use the date. */
async function lookUp(
  request: InspectRequest,
  tools: InspectTools,
): Promise<RegistrationData | null> {
  if (request.registration === 'skip' || request.vouched) return null
  const domain = domainToLookUp(request.url, tools.now())
  if (domain === undefined) return null
  return collectRegistration(domain, {
    fetch: tools.strictFetch,
    bootstrap: tools.bootstrap,
  })
}

/**
 * The registrable domain of a target whose age rulebook `destination` would
 * use; undefined when it would not (allowlisted, blocked, an IP, a platform).
 */
export function domainToLookUp(
  target: string,
  nowMs: number,
): string | undefined {
  const answer = destination.judge({
    now: new Date(nowMs).toISOString(),
    target,
  })
  if (isInputError(answer) || answer.host === null) return undefined
  const asksForAge = answer.reasons.some(({ code }) => code === 'age_unknown')
  return asksForAge ? registrableDomain(answer.host) : undefined
}
