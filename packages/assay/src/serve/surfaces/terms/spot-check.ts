import { HISTORY } from '../../../known/resource.js'
import type { Answer, Caller } from '../../answer.js'
import type { Service } from '../../service.js'
import type { Access } from '../access.js'
import { dryBody, type Found, freeBody, fullBody } from './answer.js'
import { takePayersTurn } from './limits.js'
import { type Looked, lookAt } from './look.js'
import type { SpotCheckInput } from './parameters.js'
import { giveTermsReceipt, priorChecks } from './receipt.js'
import { hostReputation } from './reputation.js'

/** Who asks for a spot check, and how he came by the answer. */
export type Customer = { readonly caller: Caller; readonly access: Access }

/**
 * Checks the payment terms of one endpoint. A refused address is a 400 with its
 * verdict; a payer who asks too often a problem 429. Quotas are taken before.
 */
export async function spotCheck(
  service: Service,
  input: SpotCheckInput,
  { caller, access }: Customer,
): Promise<Answer<object>> {
  if (input.mode === 'dry-run') return dryRun(service, input, access)
  await takePayersTurn(service, caller)
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
    hostReputation(service.store, subject.host, service.now()),
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
    hostReputation(store, host, until),
    store.observationsOf({ resource_id, until, limit: HISTORY }),
  ])
  return {
    input,
    terms,
    checked_at: report.as_of,
    prior_checks,
    reputation,
    observations,
    receipt: await giveTermsReceipt(service, report, terms),
  }
}
