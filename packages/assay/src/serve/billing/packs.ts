import { createHmac } from 'node:crypto'
import type { Pack, Payment } from '../../store/words/payments.js'
import { PACK_PREFIX } from '../quota/credentials.js'
import { secretSha256 } from '../quota/subjects.js'
import type { Service } from '../service.js'
import type { Price } from './prices.js'

const DAY_MS = 86_400_000

/** Prepaid answers, as their buyer sees them. */
export type SoldPack = {
  /** Null in an answer that is given again to somebody else. */
  readonly token: string | null
  readonly left: number
  readonly expires_at: string
  readonly use: string
}

type Bought = {
  readonly payment: Pick<Payment, 'id' | 'at'>
  /** Random, kept with the answer. */
  readonly seed: string
  readonly pack: NonNullable<Price['pack']>
}

/**
 * Stores the pack of a settled payment, once however often it is asked for, and
 * returns its token. Token and seed are nothing without each other's half: the
 * seed is in the store, the salt is not.
 */
export async function sellPack(
  { store, settings }: Pick<Service, 'store' | 'settings'>,
  { payment, seed, pack }: Bought,
): Promise<SoldPack & { readonly token: string }> {
  const token = PACK_PREFIX + tokenOf(settings.salt, seed)
  const stored: Pack = {
    token_sha256: secretSha256(token),
    created_at: payment.at,
    expires_at: payment.at + pack.days * DAY_MS,
    // The first of them is the answer that comes with it.
    left: pack.answers - 1,
    payment_id: payment.id,
  }
  await store.savePack(stored)
  return {
    token,
    left: stored.left,
    expires_at: new Date(stored.expires_at).toISOString(),
    use: 'Authorization: Bearer <token>; shown once, keep it',
  }
}

/** A JSON answer with the pack that was bought with it. */
export function withPack(body: string, pack: SoldPack): string {
  const answer: unknown = JSON.parse(body)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return body
  return JSON.stringify({ ...answer, pack })
}

function tokenOf(salt: string, seed: string): string {
  return createHmac('sha256', salt).update(`pack ${seed}`).digest('hex')
}
