import type { Authorization } from '../ledger/event.js'

/**
 * What the chain says of an authorisation: `used` when it was cashed, `unused`
 * only when it was not and can never be, else `unknown`.
 */
export type AuthorizationState = 'used' | 'unused' | 'unknown'

export type AuthorizationReader = (
  authorization: Authorization,
) => Promise<AuthorizationState>
