export {
  type ChallengeTools,
  challengeCollector,
  collectChallenge,
} from './challenge.js'
export type {
  AttemptReason,
  ChallengeAddress,
  ChallengeAnswer,
  ChallengeAttempt,
  ChallengeData,
  ChallengeRedirect,
  ChallengeTiming,
} from './challenge-data.js'
export { robotsBlockedChallenge } from './challenge-record.js'
export { createDialer, type Dialer, type DialTarget } from './net/dial.js'
export type {
  BodyEnd,
  FailureCode,
  FetchFailure,
  FetchLimits,
  FetchRequest,
  FetchResponse,
  FetchResult,
  HeaderField,
  Hop,
  Peer,
  RedirectStop,
} from './net/fetch-types.js'
export { headerText } from './net/headers.js'
export { nextStep } from './net/redirect.js'
export { isForbiddenHeader, userAgentOf } from './net/request-headers.js'
export {
  createResolver,
  type DnsLookups,
  type NameResolver,
  type ResolvedAddress,
} from './net/resolver.js'
export {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from './net/safe-fetch.js'
export {
  createStreamFetch,
  type StreamedAnswer,
  type StreamFetch,
  type StreamResult,
} from './net/stream-fetch.js'
export { textOfBytes } from './net/text.js'
export {
  isRefusal,
  type Refusal,
  readAllowList,
  readTarget,
  type Target,
  type UrlPolicy,
} from './net/url-policy.js'
export type { ChallengeRequest } from './next-attempt.js'
export { type Probe, type ProbeState, probeOf, probeState } from './probe.js'
export {
  createRdapBootstrap,
  type RdapBootstrap,
  type RdapBootstrapOptions,
  type RdapServices,
} from './rdap/bootstrap.js'
export {
  collectRegistration,
  type RegistrationData,
  type RegistrationTools,
  type RegistrationUnknown,
  registrationCollector,
} from './registration.js'
export {
  collectRobots,
  type RobotsTools,
  robotsCollector,
} from './robots/collect-robots.js'
export { retryAfterSeconds } from './robots/retry-after.js'
export { type RobotsData, rulesOf } from './robots/robots-data.js'
export type { RobotsRules } from './robots/robots-rules.js'
