/** Every number the decision compares with that is no setting of the policy. */
export const DECISION_THRESHOLDS = {
  /** Seconds: no honest payment needs an authorisation of more than a day. */
  absurd_authorization_seconds: 86_400,
  /** Percent by which an amount may differ from our own probe's. */
  cloaking_percent: 1,
  /** Percent by which rulebook terms lets a price be above the expected. */
  expected_price_percent: 1,
  /** Below this the health of an endpoint is low. */
  health_low: 50,
  /** Distinct hosts that make a category median. */
  median_hosts: 3,
} as const

/** Statuses with which an endpoint refuses before it asks for payment. */
export const NOT_EXERCISED_STATUSES: readonly number[] = [
  400, 401, 403, 405, 429,
]

/** Payment schemes that are known; anything else is never payable. */
export const KNOWN_SCHEMES: readonly string[] = [
  'exact',
  'upto',
  'batch-settlement',
  'auth-capture',
]

/** Seconds after which asking again makes sense, by the code of the wait. */
export const RETRY_SECONDS = {
  default: 60,
  free_trial_active: 3_600,
  rate_limited: 60,
} as const

/** What rulebook terms would not have skipped, by its reason code. */
export const TERMS_WOULD_ALLOW: Readonly<Record<string, string>> = {
  ambiguous: 'one readable offer without contradiction',
  asset_not_usdc: 'an offer in canonical USDC',
  bad_challenge: 'a readable offer of scheme exact',
  challenge_expired: 'a fresh challenge',
  network_mismatch: 'an offer on an accepted network',
  network_unsupported: 'an offer on a supported mainnet',
  no_paywall: 'a 402 challenge',
  pay_to_mismatch: 'payment to the expected wallet',
  price_mismatch: 'a price within 1 % of the expected one',
  ssrf_blocked: 'a public address',
}
