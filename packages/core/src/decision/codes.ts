/** What one reason does to the answer; a `note` never decides. */
export type ReasonWord = 'note' | 'hold' | 'block'

export type DecisionCodeEntry = {
  /** Who says so: a rulebook, `policy` or `sanctions`. */
  readonly rulebook: string
  /** By default; the spend policy can say otherwise where it has a setting. */
  readonly decision: ReasonWord
  /** True: on an allowlisted host a hold of it is only a note. */
  readonly softened_by_allowlist: boolean
  readonly when: string
  /** One plain line; `{name}` is filled from what was measured. */
  readonly text: string
  /** What would have been allowed; null: nothing would. */
  readonly would_allow: string | null
}

/**
 * Every reason code of a decision, in the deciding order: of equally bad
 * reasons the one that stands first here decides. First what is certain about
 * who is paid, then the terms, then the buyer's limits, then what a person has
 * to look at, then what is only a wait, then the notes.
 */
export const DECISION_CODES = {
  sanctioned: {
    ...by('sanctions', 'block'),
    when: 'the wallet is on a fresh sanctions list',
    text: 'The receiving wallet is on the sanctions list {list}.',
    would_allow: null,
  },
  host_blocked: {
    ...by('policy', 'block'),
    when: 'the host or a domain above it is in host_blocklist',
    text: 'The host is on the blocklist of the policy.',
    would_allow: null,
  },
  pay_to_blocked: {
    ...by('policy', 'block'),
    when: 'the receiving wallet is in pay_to_blocklist',
    text: 'The receiving wallet is on the blocklist of the policy.',
    would_allow: null,
  },
  listed_by_feed: {
    ...softBy('policy', 'block'),
    when: 'a configured feed lists the name or the address',
    text: 'The feed {feed} lists this name or address.',
    would_allow: null,
  },
  destination_block: {
    ...softBy('destination', 'block'),
    when: 'destination says block',
    text: 'Rulebook destination says block.',
    would_allow: 'a verdict of unknown or trusted',
  },
  offer_mismatch: {
    ...by('policy', 'block'),
    when: 'the signed offer is not the offer to be paid',
    text: 'The signed offer differs from the terms that would be paid.',
    would_allow: 'a signed offer equal to the terms',
  },
  offer_expired: {
    ...by('policy', 'block'),
    when: 'the signed offer is no longer valid',
    text: 'The signed offer has expired.',
    would_allow: 'a signed offer that is still valid',
  },
  scheme_unknown: {
    ...by('policy', 'block'),
    when: 'the offer to be paid is of a scheme that is not known',
    text: 'The offer is of a payment scheme that is not known.',
    would_allow: 'an offer of scheme exact',
  },
  terms_skip: {
    ...by('terms', 'block'),
    when: 'terms says skip, save not_exercised',
    text: 'Rulebook terms says skip ({code}).',
    would_allow: '{allowed}',
  },
  network_not_allowed: {
    ...by('policy', 'block'),
    when: 'the terms are on a network outside allowed_networks; terms answers so itself when it was given accept_networks',
    text: 'The network is not among those the policy allows.',
    would_allow: 'an offer on {threshold}',
  },
  not_https: {
    ...by('policy', 'block'),
    when: 'require_https is set and the resource is not https',
    text: 'The challenge came over {measured}: anyone on the way can change it.',
    would_allow: 'the same resource over https',
  },
  authorization_too_long: {
    ...by('policy', 'hold'),
    when: 'the authorisation would be valid for longer than max_authorization_seconds; block above 86400 s',
    text: 'The authorisation would stay valid for {measured} s, above the limit of {threshold} s.',
    would_allow: 'at or below {threshold} s',
  },
  not_on_allowlist: {
    ...by('policy', 'block'),
    when: 'strict_allowlist is set and the host or the wallet is on no list',
    text: 'The {what} is not on the allowlist of the policy.',
    would_allow: 'an entry of the allowlist',
  },
  over_payment_cap: {
    ...by('policy', 'block'),
    when: 'the price is above max_per_payment_usd',
    text: 'The price is {measured} USD, above the limit of {threshold} USD a payment.',
    would_allow: 'at or below {threshold} USD',
  },
  hourly_cap: {
    ...by('policy', 'block'),
    when: 'spent in 60 minutes and the price together are above hourly_cap_usd',
    text: 'With this payment {measured} USD are spent in 60 minutes, above the cap of {threshold} USD.',
    would_allow: 'at or below {room} USD',
  },
  daily_cap: {
    ...by('policy', 'block'),
    when: 'spent in 24 hours and the price together are above daily_cap_usd',
    text: 'With this payment {measured} USD are spent in 24 hours, above the cap of {threshold} USD.',
    would_allow: 'at or below {room} USD',
  },
  host_cap: {
    ...by('policy', 'block'),
    when: 'spent at the host in 24 hours and the price together are above per_host_daily_cap_usd',
    text: 'With this payment {measured} USD are spent at this host in 24 hours, above the cap of {threshold} USD.',
    would_allow: 'at or below {room} USD',
  },
  pay_to_changed: {
    ...by('policy', 'hold'),
    when: 'the receiving wallet is not the pinned one and the endpoint is not known to rotate',
    text: 'The receiving wallet is not the one first seen for this resource and network.',
    would_allow: 'payment to {threshold}',
  },
  cloaking: {
    ...by('policy', 'hold'),
    when: "the buyer's challenge differs from our own probe in pay_to, asset, network or amount by more than 1 %; a note when only a recognised rotating pay_to differs",
    text: "The buyer's challenge differs from our own probe in {measured}.",
    would_allow: 'the terms our own probe saw',
  },
  unlimited_approval: {
    ...by('policy', 'hold'),
    when: 'the challenge declares erc20ApprovalGasSponsoring',
    text: 'The client would sign an unlimited token approval (erc20ApprovalGasSponsoring).',
    would_allow: 'a challenge without erc20ApprovalGasSponsoring',
  },
  upfront_flow: {
    ...by('policy', 'hold'),
    when: 'the offer settles before the answer (extra.paymentFlow upfront)',
    text: 'The seller settles before it answers: a failed answer is charged too.',
    would_allow: 'the payment flow authorization',
  },
  ceiling_over_limit: {
    ...by('policy', 'hold'),
    when: 'the ceiling of an upto offer is above max_per_payment_usd',
    text: 'The offer takes up to {measured} USD, above the limit of {threshold} USD a payment.',
    would_allow: 'a ceiling at or below {threshold} USD',
  },
  destination_suspicious: {
    ...softBy('destination', 'hold'),
    when: 'destination says suspicious',
    text: 'Rulebook destination says suspicious.',
    would_allow: 'a verdict of unknown or trusted',
  },
  counterparty_avoid: {
    ...softBy('counterparty', 'hold'),
    when: 'counterparty says avoid',
    text: 'Rulebook counterparty says avoid.',
    would_allow: 'a verdict of caution or trusted',
  },
  merchant_avoid: {
    ...softBy('merchant', 'hold'),
    when: 'merchant gives the tier AVOID',
    text: 'Rulebook merchant gives the tier AVOID.',
    would_allow: 'a tier of CAUTION or TRUSTED',
  },
  sanctions_unknown: {
    ...by('sanctions', 'note'),
    when: 'the sanctions list is stale or missing',
    text: 'Whether the wallet is sanctioned is unknown: the list is {measured}.',
    would_allow: 'a fresh list without a match',
  },
  drift: {
    ...by('terms', 'hold'),
    when: 'the terms changed since the last observation; a note when the endpoint is known to rotate or hold_on_drift is off',
    text: 'The terms changed since the last observation.',
    would_allow: 'the terms of the last observation',
  },
  price_multiple: {
    ...by('policy', 'hold'),
    when: 'the price is above max_price_multiple times the median of its category (of at least 3 hosts)',
    text: 'The price is {measured} times the median of its category, above {threshold} times.',
    would_allow: 'at or below {room} USD',
  },
  over_hold_limit: {
    ...by('policy', 'hold'),
    when: 'the price is above hold_above_usd',
    text: 'The price is {measured} USD, above the {threshold} USD that pass without a person.',
    would_allow: 'at or below {threshold} USD',
  },
  rotating_pay_to: {
    ...by('policy', 'note'),
    when: 'the endpoint is known to rotate its wallet; hold above hold_above_usd',
    text: 'This endpoint is known to change its receiving wallet.',
    would_allow: 'at or below {limit} USD',
  },
  merchant_insufficient: {
    ...softBy('merchant', 'note'),
    when: 'merchant says INSUFFICIENT_SIGNAL; hold above hold_unknown_merchant_above_usd',
    text: 'The receiving wallet has too little settled trade to judge.',
    would_allow: 'at or below {limit} USD',
  },
  destination_unknown: {
    ...softBy('destination', 'note'),
    when: 'destination says unknown; only where the policy gives that a meaning other than allow',
    text: 'Rulebook destination says unknown.',
    would_allow: 'a verdict of trusted',
  },
  failed_probes: {
    ...softBy('endpoint-health', 'hold'),
    when: 'the last hold_after_failed_probes usable observations all failed',
    text: 'The last {measured} usable probes of this endpoint failed.',
    would_allow: 'one successful probe',
  },
  not_exercised: {
    ...by('terms', 'hold'),
    when: 'terms says no_paywall and the status is 400, 401, 403, 405 or 429',
    text: 'The endpoint answered {measured} before it asked for payment: it was not exercised.',
    would_allow: "a 402 challenge, for instance the buyer's own",
  },
  terms_recheck: {
    ...by('terms', 'hold'),
    when: 'terms says recheck, or has no verdict',
    text: 'There are no terms to judge yet ({code}).',
    would_allow: 'a readable 402 challenge',
  },
  offer_signer_unbound: {
    ...by('policy', 'note'),
    when: 'the signer of the offer is neither pay_to nor bound to the domain',
    text: 'The signed offer proves nothing: its signer is neither the wallet nor the domain.',
    would_allow: 'a signature by pay_to or by the domain',
  },
  counterparty_caution: {
    ...softBy('counterparty', 'note'),
    when: 'counterparty says caution',
    text: 'Rulebook counterparty says caution.',
    would_allow: 'a verdict of trusted',
  },
  merchant_caution: {
    ...softBy('merchant', 'note'),
    when: 'merchant recommends CAUTION and the tier is not AVOID',
    text: 'Rulebook merchant recommends CAUTION.',
    would_allow: 'a recommendation of PROCEED',
  },
  health_low: {
    ...softBy('endpoint-health', 'note'),
    when: 'the health score is under 50',
    text: 'The health of the endpoint is {measured} of 100.',
    would_allow: 'a score of {threshold} or more',
  },
  health_unknown: {
    ...softBy('endpoint-health', 'note'),
    when: 'there is no health score',
    text: 'The health of the endpoint is unknown.',
    would_allow: 'a score of {threshold} or more',
  },
  evidence_unavailable: {
    ...softBy('policy', 'note'),
    when: 'a rulebook has no verdict (it is named), or what was spent is not known',
    text: 'There is no answer of {rulebook}.',
    would_allow: 'an answer of {rulebook}',
  },
} as const satisfies Readonly<Record<string, DecisionCodeEntry>>

export type DecisionCode = keyof typeof DECISION_CODES

function by(rulebook: string, decision: ReasonWord) {
  return { rulebook, decision, softened_by_allowlist: false }
}

function softBy(rulebook: string, decision: ReasonWord) {
  return { rulebook, decision, softened_by_allowlist: true }
}
