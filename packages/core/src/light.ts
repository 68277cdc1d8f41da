// What a client that judges its own payments carries: the reading of
// challenges, rulebook terms, the decision and the report, for inputs that are
// typed already. No schema library, and the names' data only when it is asked
// for. Everything else stands in index.ts.
export { addressKey, sameAddress } from './address/address.js'
export { base58Of, bytesOfBase58 } from './address/base58.js'
export type { DecisionInput } from './decision/input.js'
export { resourceOf } from './identity/resource.js'
export { walletKey } from './identity/wallet.js'
export { canonicalJson } from './json/canonical.js'
export { digestOf, sha256Hex } from './json/digest.js'
export { isObject, type JsonObject, own } from './json/value.js'
export { wellFormedJson } from './json/well-formed.js'
export { compareFractions } from './money/fraction.js'
export { atomicToUsd, parseAtomic, parseUsd, usdToAtomic } from './money/usd.js'
export { decimalOf } from './money/usd-text.js'
export { parseListedHost } from './policy/host-list.js'
export type { SpendPolicy } from './policy/spend-policy.js'
export { walletEntry } from './policy/wallet-entry.js'
export type { Report } from './report/report.js'
export { reportOf } from './report/report-of.js'
export { loadScreen } from './rulebooks/destination/load-screen.js'
export { judgeTermsQuestion } from './rulebooks/terms/judge-question.js'
export type { Question as TermsQuestion } from './rulebooks/terms/question.js'
export { formatInstant, type Instant } from './time/instant.js'
export { readChallenge } from './x402/challenge.js'
export type {
  Challenge,
  CollectedResponse,
  Offer,
} from './x402/challenge-types.js'
export { mapNetwork } from './x402/network.js'
