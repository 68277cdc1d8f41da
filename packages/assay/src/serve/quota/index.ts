export { type Bundle, bundleOf } from './bundle.js'
export {
  type Credential,
  credentialOf,
  PACK_PREFIX,
  readCredential,
} from './credentials.js'
export { KEY_PREFIX, type MintedKey, mintKey } from './keys.js'
export {
  IDEMPOTENT_WINDOW_MS,
  LIMITS,
  type Limit,
  type LimitName,
} from './limits.js'
export {
  type QuotaAnswer,
  type QuotaState,
  quotaAnswer,
} from './quota-answer.js'
export { type Counted, claimOf, type Operation, quotaFor } from './quota-for.js'
export { clientName, saltedSubject, secretSha256 } from './subjects.js'
export {
  giveQuotaBack,
  quotaProblem,
  type Taken,
  takeQuota,
} from './take.js'
