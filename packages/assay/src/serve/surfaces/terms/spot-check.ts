import { HISTORY } from '../../../known/resource.js'
import type { Answer } from '../../answer.js'
import type { Service } from '../../service.js'
import type { Access } from '../access.js'
import { dryBody, type Found, freeBody, fullBody } from './answer.js'
import { type Looked, lookAt } from './look.js'
import type { SpotCheckInput } from './parameters.js'
import { giveTermsReceipt, priorChecks } from './receipt.js'
import { hostReputation } from './reputation.js'

/**
 * Checks the payment terms of one endpoint. A refused address is a 400 with its
 * verdict. Quotas are taken before.
 */
export async function spotCheck(
  service: Service,
  input: SpotCheckInput,
  access: Access,
): Promise<Answer<object>> {
  if (input.mode === 'dry-run') return dryRun(service, input, access)
  const looked = await lookAt(service, input)
  const { report, terms } = looked
  if (terms === null) throw new Error('a live check has always terms')
  const found = await foundBy(service, input, { report, terms })
  const body =
    access === 'free' ? freeBody(found, access) : fullBody(found, access)
  return { status: terms.reason_code === 'ssrf_blocked' ? 400 : 200, body }
}

async function dryRun(
  service: Service,
  input: SpotCheckInput,
  access: Access,
): Promise<Answer<object>> {
  const { report, terms } = await lookAt(service, input)
  const { subject } = report
  const [reputation, prior] = await Promise.all([
    hostReputation(service, subject.host),
    priorChecks(service.store, subject.resource_id),
  ])
  return { status: 200, body: dryBody(terms, reputation, { access, prior }) }
}

type Answered = {
  readonly report: Looked['report']
  readonly terms: NonNullable<Looked['terms']>
}

async function foundBy(
  service: Service,
  input: SpotCheckInput,
  { report, terms }: Answered,
): Promise<Found> {
  const { store } = service
  const { host, resource_id } = report.subject
  const until = service.now()
  const [prior_checks, reputation, observations] = await Promise.all([
    priorChecks(store, resource_id),
    hostReputation(service, host),
    store.observationsOf({ resource_id, until, limit: HISTORY }),
  ])
  return {
    input,
    terms,
    checked_at: report.as_of,
    prior_checks,
    reputation,
    observations,
    receipt: await giveTermsReceipt(service, { input, report, terms }),
  }
}
