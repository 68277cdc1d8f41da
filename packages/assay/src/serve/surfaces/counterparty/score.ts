import {
  addressKey,
  counterparty,
  isInputError,
  mapNetwork,
} from '@assay402/core'
import { type Catalogs, readCatalogs } from '../../../known/read.js'
import { readFigures } from '../../../known/settled-figures.js'
import { counterpartyQuestion } from '../../../questions/counterparty.js'
import { isoOf } from '../../../questions/iso.js'
import { probed } from '../../../score/score.js'
import {
  isAddress,
  type Seller,
  sellerOfUrl,
  sellerOfWallet,
} from '../../../score/seller.js'
import type { Answer } from '../../answer.js'
import type { Service } from '../../service.js'
import { unavailable } from './unavailable.js'

/**
 * The score of a seller, by URL or wallet. 400 for a subject that can be none;
 * 503 for one that no catalog lists, or without evidence of the last 24 hours:
 * nothing is settled for these.
 */
export async function scoreCounterparty(
  service: Service,
  subject: unknown,
): Promise<Answer<object>> {
  const { store, settings } = service
  const now = service.now()
  const invalid = invalidSubject(subject, now)
  if (invalid !== undefined) return { status: 400, body: invalid }
  const catalogs = await readCatalogs(store)
  const name = subject as string
  const seller = await sellerOf(service, name, catalogs, now)
  if (seller === undefined) return unavailable('not_listed')
  const { pay_to, network, challenge } = seller
  const settled =
    pay_to === null || network === null
      ? null
      : await readFigures(store, network, pay_to, now)
  if (settled?.status === 'unavailable' && settled.code === 'delisted')
    return unavailable('delisted')
  const ages = [
    settled?.status === 'available' ? settled.at : 0,
    challenge === undefined ? 0 : Date.parse(challenge.record.collected_at),
  ]
  // As of the newest thing that is known: an old score is never stamped anew.
  const asOf = Math.min(now, Math.max(...ages))
  if (asOf === 0) return unavailable('not_scored')
  const at = isoOf(asOf)
  const probe = probed(challenge, at)
  const facts = { now: at, subject: name, network, pay_to, probe }
  const question = counterpartyQuestion(facts, settled)
  const body = counterparty.judge(
    isOwn(pay_to, network, settings.payTo)
      ? { ...question, self: true }
      : question,
  )
  if (isInputError(body))
    throw new Error(
      'counterparty refused its input: '.concat(JSON.stringify(body)),
    )
  return { status: 200, body }
}

/** The rulebook itself says what a subject is. */
function invalidSubject(subject: unknown, now: number): object | undefined {
  const answer = counterparty.judge({ now: isoOf(now), subject })
  return 'error' in answer ? answer : undefined
}

async function sellerOf(
  { store }: Service,
  subject: string,
  catalogs: Catalogs,
  now: number,
): Promise<Seller | undefined> {
  if (isAddress(subject)) return sellerOfWallet(store, subject, catalogs, now)
  const seller = await sellerOfUrl(store, subject, catalogs, now)
  return seller !== undefined && seller.listings.length > 0 ? seller : undefined
}

function isOwn(
  payTo: string | null,
  network: string | null,
  own: Service['settings']['payTo'],
): boolean {
  if (payTo === null || network === null) return false
  const wallet = own[mapNetwork(network).id]
  return wallet !== undefined && addressKey(wallet) === addressKey(payTo)
}
