/** What a finding does to the score. */
export type Effect = { readonly cap: number } | { readonly subtract: number }

/** A thing that can be found, and all that follows from it. */
export type FindingRule = {
  readonly effect: Effect
  /** The verdict it forces, `untrusted` when it only forbids `trusted`. */
  readonly forces: 'block' | 'suspicious' | 'untrusted' | 'nothing'
  /** A cap beside a subtraction. */
  readonly alsoCap?: number
  /** One plain line; `{name}` is filled from what was found. */
  readonly text: string
}

export const FINDINGS = {
  missing_target: block(5, 'There is no readable host or wallet to check.'),
  invalid_wallet: block(0, 'Not a wallet address: 0x and 40 hex digits.'),
  burn_address: block(0, 'Nothing sent to a burn address comes back.'),
  wallet_unanalyzed: subtract(20, 'nothing', 'The wallet is not analysed.'),
  non_https: block(12, 'The connection is not encrypted: {scheme}.'),
  unsupported_scheme: block(10, 'Only https is supported.'),
  ens_name: subtract(30, 'suspicious', 'ENS names are not resolved.'),
  url_userinfo: block(10, 'A user name in the URL hides the real host.'),
  raw_ip: block(8, 'The host is a bare IP address.'),
  local_or_private: block(5, 'The host is local or private ({range}).'),
  bad_tld: block(15, 'Names under .{tld} are refused.'),
  denylist: block(5, 'The domain is on the denylist.'),
  airdrop_bait: block(5, 'Hostname matches an airdrop-bait pattern.'),
  seed_phrase: block(5, 'Hostname matches a seed-phrase phishing pattern.'),
  wallet_connect_phish: block(
    5,
    'Hostname matches a wallet-connect phishing pattern.',
  ),
  free_crypto: block(5, 'Hostname matches a free-crypto bait pattern.'),
  claim_crypto: block(5, 'Hostname matches a claim-crypto bait pattern.'),
  typosquat: block(8, 'The name is a misspelling of {brand}.'),
  age_under_2_days: block(20, 'The domain was registered {days} days ago.'),
  age_under_7_days: subtract(
    55,
    'suspicious',
    'The domain was registered {days} days ago.',
  ),
  age_under_30_days: subtract(
    35,
    'suspicious',
    'The domain was registered {days} days ago.',
  ),
  age_under_180_days: subtract(
    8,
    'nothing',
    'The domain was registered {days} days ago.',
  ),
  age_unknown: subtract(12, 'nothing', 'The age of the domain is unknown.'),
  hyphen_count_at_least_3: {
    ...subtract(22, 'suspicious', 'The host has {hyphens} hyphens.'),
    alsoCap: 69,
  },
  brand_impersonation: subtract(
    45,
    'suspicious',
    'The host carries the name {brand} but does not belong to it.',
  ),
  unicode_or_punycode_lookalike: subtract(
    40,
    'suspicious',
    'A part of the host imitates Latin letters with other ones.',
  ),
  unusual_port: subtract(15, 'suspicious', 'The port is {port}, not 443.'),
  embedded_wallet_in_url: subtract(
    15,
    'untrusted',
    'The URL carries a wallet address; the host was scored, not the address.',
  ),
} as const satisfies Record<string, FindingRule>

export type FindingCode = keyof typeof FINDINGS

/** The age rules from young to old; the first that holds is the one. */
export const AGE_RULES = [
  { code: 'age_under_2_days', threshold: 'age_block_days' },
  { code: 'age_under_7_days', threshold: 'age_very_young_days' },
  { code: 'age_under_30_days', threshold: 'age_young_days' },
  { code: 'age_under_180_days', threshold: 'age_established_days' },
] as const

function block(cap: number, text: string) {
  return { effect: { cap }, forces: 'block', text } as const
}

function subtract<Forces extends FindingRule['forces']>(
  points: number,
  forces: Forces,
  text: string,
) {
  return { effect: { subtract: points }, forces, text } as const
}
