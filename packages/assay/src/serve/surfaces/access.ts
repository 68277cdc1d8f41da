import type { Caller } from '../answer.js'
import type { Problem } from '../problem.js'
import type { ServiceSettings } from '../service.js'

/** What a caller's answer costs, and so how much of it is shown. */
export type Access = 'free' | 'paid' | 'router' | 'exempt'

/** What a surface says of a request before it is answered. */
export type FreeAccess = 'free' | 'pay' | Problem

/**
 * How a caller came by an answer: by a payment, by a pack, as one that no quota
 * applies to, else by the free quota.
 */
export function accessOf(
  caller: Caller,
  settings: Pick<ServiceSettings, 'open'>,
): Access {
  if (caller.paid !== null) return 'paid'
  if (caller.pack !== null) return 'router'
  return isExempt(caller, settings) ? 'exempt' : 'free'
}

/** True for callers whom no quota and no price applies to. */
export function isExempt(
  { key }: Pick<Caller, 'key'>,
  { open }: Pick<ServiceSettings, 'open'>,
): boolean {
  return open || key?.tier === 'exempt'
}
